import type { IncomingHttpHeaders } from "node:http";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { isSignatureOf, sign } from "./keys.server";

/**
 * What a machine that only reads says with a request that it hands on to the writer: why, whose it is and its id, signed, so
 * that nobody else can choose an address to be counted under.
 */

export const HANDED_ON_HEADER = "x-loop-handed-on";
/** Said to our own web processes alone, where the writer doesn't respond: answer as far as reading goes. */
export const WRITER_SILENT_HEADER = "x-loop-writer-silent";
/** In a response of status 421: why the writer is to be asked. */
export const ASK_WRITER_HEADER = "x-loop-ask-writer";

/**
 * Change: it may write. Place: pages that only the writer has. Write: a page that wrote after all, or failed. Version: its
 * visitor has seen newer. Behind: the copies are old, or of another release. Slow: no response came in time.
 */
export const REASONS = ["change", "place", "write", "version", "behind", "slow"] as const;
export type Reason = (typeof REASONS)[number];

export interface HandedOn {
  readonly reason: Reason;
  /** The client's network, as `clientNetwork` writes it. */
  readonly address: string;
  readonly requestId: string;
}

/** The clocks of two machines may differ by this much. */
const LONGEST_MS = 5 * MINUTE_MS;

export function writeHandedOn({ reason, address, requestId }: HandedOn, now: Date): string {
  const text = [reason, address, requestId, now.getTime()].join(" ");
  return `${text} ${sign("handed-on", text)}`;
}

/** Undefined where no machine of ours has handed the request on. */
export function readHandedOn(headers: IncomingHttpHeaders, now: Date): HandedOn | undefined {
  const given = headers[HANDED_ON_HEADER];
  if (typeof given !== "string") return undefined;
  const [name, address = "", requestId = "", at, signature = ""] = given.split(" ");
  const reason = REASONS.find((one) => one === name);
  const isOurs = isSignatureOf("handed-on", [name, address, requestId, at].join(" "), signature);
  if (!reason || !isOurs || Math.abs(now.getTime() - Number(at)) > LONGEST_MS) return undefined;
  return { reason, address, requestId };
}
