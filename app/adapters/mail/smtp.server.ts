import { Readable } from "node:stream";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import { createExternalClient, isAwaited, LONGEST_WAIT_MS, NoResponseError } from "../waiting/outside-calls.server";
import type { Mail, Sender } from "./contract";
import { composeMessage } from "./message.server";
import { type Connection, keepConnections } from "./smtp-connections.server";

/** From connecting to the end of the email. Short, because an email that is not handed over whole is sent again. */
const LONGEST_SENDING_MS = 80_000;
/**
 * From its end to the relay's answer: a relay may take this long to store it (RFC 5321, 4.5.3.2.6), and one that is given up
 * before may arrive beside its repetition.
 */
const LONGEST_ANSWER_MS = 600_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

interface SmtpOptions {
  url: string;
  from: Sender;
  /** The host name we give in EHLO: large relays refuse a client without one. */
  clientName: string;
  /** How long somebody waits for it. */
  longestMs?: number;
  /** How long it may take where nobody waits: until it is handed over whole, and from then until the answer. */
  unawaitedMs?: number;
  answerMs?: number;
  /** How long a connection is kept for the next email; without it each email has its own. */
  keepMs?: number;
}

/** Sends emails by SMTP, over connections that are kept for a while. A password is only sent inside TLS. */
export function createSmtpMail(options: SmtpOptions): Mail {
  const { longestMs, unawaitedMs = LONGEST_SENDING_MS, answerMs = LONGEST_ANSWER_MS } = options;
  const externalClient = createExternalClient({ longestMs, unawaitedMs });
  let opened: Promise<SMTPTransport> | undefined;
  // The web process sends nothing: it never loads what sends.
  const open = () => {
    opened ??= openTransport(options, answerMs);
    return opened;
  };
  const connections = keepConnections(open, options.keepMs ?? 0);
  return {
    async post(message, beforeEnd) {
      const { envelope, raw } = await composeMessage(message, options.from);
      let content = Readable.from([]);
      const deliver = (kept: Connection | undefined) =>
        // Not the client's circuit breaker: two emails without an answer would hold up all others.
        withinLimits(isAwaited() ? (longestMs ?? LONGEST_WAIT_MS) : unawaitedMs, (signal, allow) => {
          content = Readable.from(contentOf(raw, beforeEnd));
          if (!isAwaited()) content.once("end", () => allow(answerMs));
          return connections.deliver(envelope, content, signal, kept);
        });
      const isHandedOver = (error: unknown) => content.readableEnded && !isWriteError(error);
      try {
        const kept = connections.take();
        if (!kept) return await deliver(undefined);
        // The relay may have closed one that was kept, or do so at its first use, without a word or with 421.
        return await deliver(kept).catch((error: unknown) => {
          const isClosed = !(error instanceof NoResponseError) && (replyIn(error) ?? "421").startsWith("421");
          if (!isClosed || isHandedOver(error)) throw error;
          return deliver(undefined);
        });
      } catch (error) {
        const uncertain = isHandedOver(error) && replyIn(error) === null ? { isUncertain: true } : {};
        return { ok: false, permanent: isRecipientRefused(error), ...uncertain, message: replyOf(error) };
      }
    },
    async check() {
      try {
        await externalClient.call("check", async () => (await open()).verify());
        return { ok: true };
      } catch (error) {
        return { ok: false, message: messageOf(error) };
      }
    },
  };
}

/** Read once the relay asks for the email, and at its end once all of it was handed over. */
async function* contentOf(raw: Buffer, beforeEnd: (() => Promise<void>) | undefined) {
  yield raw;
  await beforeEnd?.();
}

/**
 * Runs what has this much time, and from its call of `allow` on as much as that says.
 * @throws NoResponseError when it takes longer; `signal` is aborted then.
 */
async function withinLimits<Result>(
  limitMs: number,
  run: (signal: AbortSignal, allow: (milliseconds: number) => void) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let allow = (_: number) => {};
  const late = new Promise<never>((_resolve, reject) => {
    allow = (milliseconds) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new NoResponseError(`No answer within ${milliseconds} ms.`));
        abort.abort();
      }, milliseconds);
    };
  });
  allow(limitMs);
  const response = run(abort.signal, allow);
  response.catch(() => {});
  return await Promise.race([response, late]).finally(() => clearTimeout(timer));
}

async function openTransport(options: SmtpOptions, answerMs: number): Promise<SMTPTransport> {
  const address = new URL(options.url);
  const { default: Transport } = await import("nodemailer/lib/smtp-transport");
  return new Transport({
    url: options.url,
    name: options.clientName,
    requireTLS: address.protocol === "smtp:" && address.username !== "" && !LOOPBACK.includes(address.hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    // The call's own limits come first.
    socketTimeout: LONGEST_SENDING_MS + answerMs,
  });
}

/**
 * Enhanced status codes that blame the recipient's address or mailbox (RFC 3463): 5.1.x and 5.2.1. Not 5.1.0,
 * which says no more than that an address is wrong, 5.1.7 and 5.1.8, which blame the sender's, nor Exchange Online's
 * 5.1.90, our own daily limit.
 */
const RECIPIENT_REFUSED = /^5\d\d[ -]5\.(?:1\.(?!(?:0|7|8|90)\b)\d{1,3}|2\.1)\b/;

/**
 * Any other 5xx is ours or the relay's to put right (sender, quota, sign-in, policy), and a retry succeeds afterwards.
 * So is one without an enhanced code, because 550 alone is used for an unknown mailbox and for an unverified sender: a
 * retry too many costs a few tries, one too few loses an email.
 */
function isRecipientRefused(error: unknown): boolean {
  const { command } = error as { command?: unknown };
  const isPastSender = command === "RCPT TO" || command === "DATA";
  return isPastSender && RECIPIENT_REFUSED.test(replyIn(error) ?? "");
}

/** A connection that broke while we wrote: the end of the email, without which no relay has it, did not leave. */
const isWriteError = (error: unknown) => (error as { syscall?: unknown }).syscall === "write";

/** The relay's response text; null where there was none. */
function replyIn(error: unknown): string | null {
  const { response } = error as { response?: unknown };
  return typeof response === "string" && response ? response : null;
}

/** The relay's response text on one line, or why there was none. */
function replyOf(error: unknown): string {
  return (replyIn(error) ?? messageOf(error)).replace(/\s+/g, " ");
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
