import { createTransport } from "nodemailer";
import type { Mail } from "./contract";
import { composeMessage } from "./message.server";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Post over SMTP, one connection an email. A password crosses the network inside TLS only. Time-outs are short,
 * since the email is tried again: 10 s to connect, to be greeted and to find the host, 20 s of silence.
 */
export function createSmtpMail(options: { url: string; from: { name: string; address: string } }): Mail {
  const address = new URL(options.url);
  const transport = createTransport({
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
  });
  return {
    async post(message) {
      const { envelope, raw } = await composeMessage(message, options.from);
      try {
        await transport.sendMail({ envelope: { from: envelope.from, to: [envelope.to] }, raw });
        return { ok: true };
      } catch (error) {
        return { ok: false, permanent: isRefusedForGood(error), message: messageOf(error) };
      }
    },
    async check() {
      try {
        await transport.verify();
        return { ok: true };
      } catch (error) {
        return { ok: false, message: messageOf(error) };
      }
    },
  };
}

/**
 * A 5xx answer to the recipient or to the email itself is about this email. The same to our greeting, our
 * password or our own address is about us: that is mended, and the email goes later.
 */
function isRefusedForGood(error: unknown): boolean {
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
