import type { Transporter } from "nodemailer";
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
  /** How long somebody waits for it. */
  longestMs?: number;
}): Mail {
  const address = new URL(options.url);
  const caller = createOutsideCaller({ longestMs: options.longestMs, unawaitedMs: LONGEST_SENDING_MS });
  let transport: Promise<Transporter> | undefined;
  // The web process sends nothing: it never loads what sends.
  const openTransport = () => {
    transport ??= import("nodemailer").then(({ createTransport }) =>
      createTransport({
        url: options.url,
        requireTLS:
          address.protocol === "smtp:" && address.username !== "" && !LOOPBACK.includes(address.hostname),
        pool: false,
        disableFileAccess: true,
        disableUrlAccess: true,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        dnsTimeout: 10_000,
        socketTimeout: 20_000,
      }),
    );
    return transport;
  };
  return {
    async post(message) {
      const { envelope, raw } = await composeMessage(message, options.from);
      try {
        const email = { envelope: { from: envelope.from, to: [envelope.to] }, raw };
        await caller.call("post", async () => (await openTransport()).sendMail(email));
        return { ok: true };
      } catch (error) {
        return { ok: false, permanent: isPermanentRefusal(error), message: messageOf(error) };
      }
    },
    async check() {
      try {
        await caller.call("check", async () => (await openTransport()).verify());
        return { ok: true };
      } catch (error) {
        return { ok: false, message: messageOf(error) };
      }
    },
  };
}

/**
 * A 5xx response to the recipient or to the data concerns this email. A 5xx to our greeting, password or sender address
 * is our own fault: once it is fixed, a retry succeeds.
 */
function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return (
    typeof responseCode === "number" &&
    responseCode >= 500 &&
    responseCode < 600 &&
    (command === "RCPT TO" || command === "DATA")
  );
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
