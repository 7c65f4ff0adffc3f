import { Readable } from "node:stream";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import { createExternalClient } from "../waiting/outside-calls.server";
import type { Mail, MailResult } from "./contract";
import { composeMessage } from "./message.server";

const LONGEST_SENDING_MS = 80_000;
const LONGEST_SILENCE_MS = 70_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Sends emails by SMTP, with one connection per email. A password is only sent inside TLS. Time-outs are short, because
 * emails are retried: 10 s each for DNS, connecting and the greeting, 70 s without data, which a relay may take to read
 * an email before it confirms receipt, and 80 s in all, also of a relay that goes on sending a little: a run of the
 * outbox ends before its leases do.
 */
export function createSmtpMail(options: {
  url: string;
  from: { name: string; address: string };
  /** The host name we give in EHLO: large relays refuse a client without one. */
  clientName: string;
  /** How long somebody waits for it. */
  longestMs?: number;
  /** How long it may take where nobody waits. */
  unawaitedMs?: number;
}): Mail {
  const address = new URL(options.url);
  const { longestMs, unawaitedMs = LONGEST_SENDING_MS } = options;
  const externalClient = createExternalClient({ longestMs, unawaitedMs });
  let opened: Promise<SMTPTransport> | undefined;
  // The web process sends nothing: it never loads what sends.
  const open = () => {
    opened ??= import("nodemailer/lib/smtp-transport").then(
      ({ default: Transport }) =>
        new Transport({
          url: options.url,
          name: options.clientName,
          requireTLS: address.protocol === "smtp:" && address.username !== "" && !LOOPBACK.includes(address.hostname),
          pool: false,
          disableFileAccess: true,
          disableUrlAccess: true,
          connectionTimeout: 10_000,
          greetingTimeout: 10_000,
          dnsTimeout: 10_000,
          socketTimeout: LONGEST_SILENCE_MS,
        }),
    );
    return opened;
  };
  return {
    async post(message) {
      const { envelope, raw } = await composeMessage(message, options.from);
      // Read once the relay asks for the email, and at its end once all of it was handed over.
      const content = Readable.from([raw]);
      try {
        return await externalClient.call("post", async (signal) => deliver(await open(), envelope, content, signal));
      } catch (error) {
        const isHandedOver = content.readableEnded && !isWriteError(error);
        const uncertain = isHandedOver && replyIn(error) === null ? { isUncertain: true } : {};
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

/** For an address that the relay would mangle or reject (RFC 6531, 3.1). */
const NO_UTF8 = {
  ok: false,
  permanent: true,
  message: "This relay doesn’t offer SMTPUTF8, so it can’t deliver to an address with accents before the @.",
} as const;

/** Hands one email over. @throws Error with the relay's reply, or for what happened to the connection. */
async function deliver(
  transport: SMTPTransport,
  envelope: { from: string; to: string },
  content: Readable,
  signal: AbortSignal,
): Promise<MailResult> {
  const { default: SMTPConnection } = await import("nodemailer/lib/smtp-connection");
  const connection = new SMTPConnection(transport.options);
  // An email that goes on after we have stopped waiting would arrive beside its repetition.
  signal.addEventListener("abort", () => connection.close(), { once: true });
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      connection.on("error", reject);
      run((error) => (error ? reject(error) : resolve()));
    });
  try {
    await step((done) => connection.connect(done));
    const offersUtf8 = /[ -]SMTPUTF8\b/i.test(connection.lastServerResponse || "");
    if (/\P{ASCII}/u.test(envelope.to) && !offersUtf8) return NO_UTF8;
    const auth = transport.getAuth();
    if (auth && connection.allowsAuth) await step((done) => connection.login(auth, done));
    await step((done) => connection.send({ from: envelope.from, to: [envelope.to] }, content, done));
    return { ok: true };
  } finally {
    connection.close();
  }
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
