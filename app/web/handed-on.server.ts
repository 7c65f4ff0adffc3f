import type { IncomingHttpHeaders } from "node:http";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { isSignatureOf, sign } from "./keys.server";

/**
 * What a machine that only reads says with a request that it hands on to the writer: why, whose it is and its id, signed, so
 * that nobody else can choose an address to be counted under.
 */

export const HANDED_ON_HEADER = "x-loop-handed-on";
/**
 * Said to our own web processes alone, where the writer doesn't respond: answer as far as reading goes. "perhaps" where the
 * writer may have done what was asked before it fell silent.
 */
export const WRITER_SILENT_HEADER = "x-loop-writer-silent";
/** Fly's own: where a request comes from that was answered with `fly-replay`, with the state that was given there. */
const REPLAYED_HEADER = "fly-replay-src";
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

/** The same, as the state of a request that Fly's proxy is to take to the writer: it has its own meaning for most signs. */
export const writeReplayState = (handedOn: HandedOn, now: Date) =>
  Buffer.from(writeHandedOn(handedOn, now)).toString("base64url");

function stateOf(replayed: string | string[] | undefined): string | undefined {
  const [, state] = /(?:^|;)\s*state=([\w-]+)/.exec(String(replayed ?? "")) ?? [];
  return state && Buffer.from(state, "base64url").toString();
}

/** Beside a message of one of our machines to another: when it was sent, signed with its body. */
export const SENT_HEADER = "x-loop-sent";

export function signSent(body: string, now: Date): string {
  const at = String(now.getTime());
  return `${at} ${sign("sent", `${at} ${body}`)}`;
}

export function isSentByUs(header: string | null, body: string, now: Date): boolean {
  const [at = "", signature = ""] = (header ?? "").split(" ");
  return isSignatureOf("sent", `${at} ${body}`, signature) && isRecent(at, now);
}

const isRecent = (at: string | undefined, now: Date) => Math.abs(now.getTime() - Number(at)) <= LONGEST_MS;

/** Undefined where no machine of ours has handed the request on. */
export function readHandedOn(headers: IncomingHttpHeaders, now: Date): HandedOn | undefined {
  const given = headers[HANDED_ON_HEADER] ?? stateOf(headers[REPLAYED_HEADER]);
  if (typeof given !== "string") return undefined;
  const [name, address = "", requestId = "", at, signature = ""] = given.split(" ");
  const reason = REASONS.find((one) => one === name);
  const isOurs = isSignatureOf("handed-on", [name, address, requestId, at].join(" "), signature);
  if (!reason || !isOurs || !isRecent(at, now)) return undefined;
  return { reason, address, requestId };
}
