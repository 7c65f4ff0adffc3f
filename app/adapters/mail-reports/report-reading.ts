import { z } from "zod";
import type { DeliveryReport, ReadReports } from "./contract";

/** What the providers' messages have in common. */

/** Enhanced status codes (RFC 3463) that blame the address, or nothing in particular; `smtp.server.ts` says why not others. */
const OF_THE_ADDRESS = /^5\.(?:0\.\d+|1\.(?!(?:7|8|90)$)\d+|2\.[01])$/;
/** Not a part of an IP address. */
const STATUS_CODE = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/;
/** A status that says no more than "failed" hides a better one in the reply. */
const SAYS_NOTHING = /^5\.0\.0$/;

/** Of what a provider calls final: a mailbox that is full and a block list are no fault of the address. */
export function kindOfFinal(status: string | null | undefined, reply: string): "bounced" | "delayed" {
  const code = status && STATUS_CODE.test(status) && !SAYS_NOTHING.test(status) ? status : STATUS_CODE.exec(reply)?.[0];
  return code === undefined || OF_THE_ADDRESS.test(code) ? "bounced" : "delayed";
}

const LONGEST_REPLY = 300;

export const onOneLine = (reply: string | null | undefined): string =>
  (reply ?? "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LONGEST_REPLY);

export const withoutBrackets = (messageId: string | null | undefined): string | null =>
  messageId?.replace(/^\s*<|>\s*$/g, "") || null;

/** Seconds since 1970, as some providers write a moment; not beyond what a date can hold. */
export const secondsSince1970 = z
  .number()
  .min(0)
  .max(8.64e12)
  .transform((seconds) => new Date(seconds * 1000));
export const isoMoment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** JSON of a body; undefined for anything else. */
export function jsonOf(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

export const reportsOf = (...reports: DeliveryReport[]): ReadReports => ({ ok: true, reports });
export const UNPROVEN: ReadReports = { ok: false, reason: "unproven" };
export const MALFORMED: ReadReports = { ok: false, reason: "malformed" };
