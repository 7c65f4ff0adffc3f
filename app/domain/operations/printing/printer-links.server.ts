import { directDownloads, storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import type { StoredFile } from "~/adapters/storage/contract";
import { isSignatureOf, signatureOf } from "~/domain/kernel/links/signatures.server";
import { HOUR_MS, HOUR_SECONDS } from "~/domain/kernel/time/durations";
import { FILE_HOURS } from "./print-orders";

/**
 * Addresses that a printer is given: of one file, for a week; and where it tells about one order. Each is signed for
 * its one purpose, and opens nothing else.
 */

const FILE = "printer-file";
const WEBHOOK = "printer-webhook";

/** An address from which the printer fetches this file: in the bucket where there is one, else with us. */
export async function fileAddress(key: string, now: Date): Promise<string> {
  if (directDownloads) return await directDownloads.addressOf(key, FILE_HOURS * HOUR_SECONDS);
  const text = Buffer.from(`${now.getTime() + FILE_HOURS * HOUR_MS} ${key}`).toString("base64url");
  return `${settings.publicOrigin}/print-files/${text}.${signatureOf(FILE, text)}`;
}

/** Opens the file of an address of ours; undefined where it is forged, over, or the file is gone. */
export async function openFileAddress(token: string, now: Date): Promise<StoredFile | undefined> {
  const [text = "", seal = ""] = token.split(".");
  if (!isSignatureOf(FILE, text, seal)) return undefined;
  const [until = "", key = ""] = Buffer.from(text, "base64url").toString("utf8").split(" ");
  return Number(until) > now.getTime() ? await storage.read(key) : undefined;
}

/** Where the printer tells about this order. */
export const webhookAddress = (printOrderId: string) =>
  `${settings.publicOrigin}/webhooks/printer/${printOrderId}.${signatureOf(WEBHOOK, printOrderId)}`;

/** The order that a webhook's address was made for; undefined where it is forged. */
export function readWebhookToken(token: string): string | undefined {
  const [printOrderId = "", seal = ""] = token.split(".");
  return isSignatureOf(WEBHOOK, printOrderId, seal) ? printOrderId : undefined;
}
