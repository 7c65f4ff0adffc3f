import { once } from "node:events";
import { type IncomingMessage, request as over } from "node:http";
import { request as overTls } from "node:https";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { logLine, messageOf } from "~/adapters/log/log.server";
import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { type KeptWrite, keepAgain, takeKeptWrites } from "~/domain/system/backups/read-copies.server";
import { currentTime } from "./clock.server";
import { isSentByUs, SENT_HEADER, signSent } from "./handed-on.server";
import { publicHost } from "./public-address.server";

/**
 * What a machine that only reads has kept of its visitors' pages (`db/kept-writes.server.ts`), on its way to the writer. The
 * last seconds of a process that ends are lost: counts of visits, and when sessions were last used.
 */

const SEND_MS = 5 * SECOND_MS;
const LONGEST_MS = 5 * SECOND_MS;
/** Each has up to some 1,500 bytes: the name of a browser is shortened, and escaped twice. */
const MOST_AT_ONCE = 200;
export const MOST_SENT_BYTES = 512 * 1024;

const Sent = z.array(z.object({ kind: z.string(), what: z.string(), at: z.number().int() })).max(MOST_AT_ONCE);

/** Sends what is kept every few seconds from now on. */
export function startSendingKeptWrites(): void {
  setInterval(() => void sendKeptWrites(), SEND_MS).unref();
}

/** Sends what is kept to the writer, the oldest first. What it does not take is kept. */
export async function sendKeptWrites(writerOrigin = settings.reading?.writerOrigin ?? ""): Promise<void> {
  const writes = takeKeptWrites(MOST_AT_ONCE);
  if (writes.length === 0) return;
  const body = JSON.stringify(writes);
  try {
    const status = await post(`${writerOrigin}/webhooks/reading`, body);
    if (status !== 200) throw new Error(`The writer answered ${status}.`);
    if (writes.length === MOST_AT_ONCE) await sendKeptWrites(writerOrigin);
  } catch (error) {
    keepAgain(writes);
    logLine("warn", "kept_writes_not_sent", { count: writes.length, message: messageOf(error) });
  }
}

/** By the writer's own address under the name of the shop, which `fetch` can't say. */
async function post(address: string, body: string): Promise<number> {
  const headers = { host: publicHost, [SENT_HEADER]: signSent(body, currentTime()) };
  const options = { method: "POST", headers, signal: AbortSignal.timeout(LONGEST_MS) };
  const going = (address.startsWith("https:") ? overTls : over)(address, options).end(body);
  const [response] = (await once(going, "response")) as [IncomingMessage];
  // What breaks from here on breaks the reading of the response, too.
  going.on("error", () => undefined);
  await buffer(response);
  return response.statusCode ?? 0;
}

/** What a machine of ours has sent; undefined where it is not ours. */
export function readKeptWrites(headers: Headers, body: string): readonly KeptWrite[] | undefined {
  if (!isSentByUs(headers.get(SENT_HEADER), body, currentTime())) return undefined;
  return Sent.parse(JSON.parse(body));
}
