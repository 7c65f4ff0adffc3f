import type { Transporter } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import { createOutsideCaller } from "../waiting/outside-calls.server";
import type { Mail } from "./contract";
import { composeMessage } from "./message.server";

const LONGEST_SENDING_MS = 80_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Sends emails by SMTP, with one connection per email. A password is only sent inside TLS. Time-outs are short, because
 * emails are retried: 10 s each for DNS, connecting and the greeting, 20 s without data, and 80 s in all, also of a
 * relay that goes on sending a little: a run of the outbox ends before its leases do.
 */
export function createSmtpMail(options: {
  url: string;
  from: { name: string; address: string };
  /** The host name we give in EHLO: large relays refuse a client without one. */
  clientName: string;
  /** How long somebody waits for it. */
  longestMs?: number;
}): Mail {
  const address = new URL(options.url);
  const caller = createOutsideCaller({ longestMs: options.longestMs, unawaitedMs: LONGEST_SENDING_MS });
  let opened: Promise<{ transporter: Transporter; transport: SMTPTransport }> | undefined;
  // The web process sends nothing: it never loads what sends.
  const open = () => {
    opened ??= Promise.all([import("nodemailer"), import("nodemailer/lib/smtp-transport")]).then(
      ([{ createTransport }, { default: Transport }]) => {
        const transport = new Transport({
          url: options.url,
          name: options.clientName,
          requireTLS:
            address.protocol === "smtp:" && address.username !== "" && !LOOPBACK.includes(address.hostname),
          pool: false,
          disableFileAccess: true,
          disableUrlAccess: true,
          connectionTimeout: 10_000,
          greetingTimeout: 10_000,
          dnsTimeout: 10_000,
          socketTimeout: 20_000,
        });
        return { transporter: createTransport(transport), transport };
      },
    );
    return opened;
  };
  return {
    async post(message) {
      const { envelope, raw } = await composeMessage(message, options.from);
      try {
        const email = { envelope: { from: envelope.from, to: [envelope.to] }, raw };
        return await caller.call("post", async () => {
          const { transporter, transport } = await open();
          if (/\P{ASCII}/u.test(envelope.to) && !(await offersUtf8(transport))) return NO_UTF8;
          await transporter.sendMail(email);
          return { ok: true };
        });
      } catch (error) {
        return { ok: false, permanent: isRecipientRefused(error), message: replyOf(error) };
      }
    },
    async check() {
      try {
        await caller.call("check", async () => (await open()).transporter.verify());
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

/** Whether the relay takes addresses that are not ASCII, asked in a connection that sends nothing. */
async function offersUtf8({ options }: SMTPTransport): Promise<boolean> {
  const { default: SMTPConnection } = await import("nodemailer/lib/smtp-connection");
  const connection = new SMTPConnection(options);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return /[ -]SMTPUTF8\b/i.test(connection.lastServerResponse || "");
  } finally {
    connection.close();
  }
}

/**
 * Enhanced status codes that blame the recipient's address or mailbox (RFC 3463): 5.1.x and 5.2.1. Not 5.1.0,
 * which says no more than that an address is wrong, 5.1.7 and 5.1.8, which blame the sender's, nor Exchange Online's 5.1.90, our own daily limit.
 */
const RECIPIENT_REFUSED = /^5\d\d[ -]5\.(?:1\.(?!(?:0|7|8|90)\b)\d{1,3}|2\.1)\b/;

/**
 * Any other 5xx is ours or the relay's to put right (sender, quota, sign-in, policy), and a retry succeeds afterwards. So
 * is one without an enhanced code, because 550 alone is said of an unknown mailbox and of an unverified sender: a retry
 * too many costs a few tries, one too few loses an email.
 */
function isRecipientRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { response, command } = error as { response?: unknown; command?: unknown };
  const isPastSender = command === "RCPT TO" || command === "DATA";
  return isPastSender && typeof response === "string" && RECIPIENT_REFUSED.test(response);
}

/** The relay's own words on one line, or why it said nothing. */
function replyOf(error: unknown): string {
  const { response } = error as { response?: unknown };
  return (typeof response === "string" && response ? response : messageOf(error)).replace(/\s+/g, " ");
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
