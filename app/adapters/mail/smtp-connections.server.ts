import type { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import type { MailResult } from "./contract";

/**
 * Connections to a relay, kept for the next email. Not nodemailer's own pool: it repeats an email whose connection broke,
 * also after all of it was handed over.
 */

/** Relays end a connection after so many emails. */
const EMAILS_PER_CONNECTION = 100;

export interface Connection {
  readonly smtp: SMTPConnection;
  readonly offersUtf8: boolean;
  emails: number;
  /** What happens when it breaks. */
  failed: (error: Error) => void;
}

/** For an address that the relay would mangle or reject (RFC 6531, 3.1). */
const NO_UTF8 = {
  ok: false,
  permanent: true,
  message: "This relay doesn’t offer SMTPUTF8, so it can’t deliver to an address with accents before the @.",
} as const;

/** @param keepMs how long a connection is kept; 0 keeps none. */
export function keepConnections(open: () => Promise<SMTPTransport>, keepMs: number) {
  const kept = new Map<Connection, NodeJS.Timeout>();

  function keep(connection: Connection): void {
    if (keepMs === 0 || connection.emails >= EMAILS_PER_CONNECTION) {
      connection.smtp.close();
      return;
    }
    const leave = () => {
      kept.delete(connection);
      connection.smtp.close();
    };
    connection.failed = leave;
    kept.set(connection, setTimeout(leave, keepMs).unref());
  }

  return {
    /** A connection that was kept; the newest, so that those there are too many of end. */
    take(): Connection | undefined {
      const [newest, timer] = [...kept].at(-1) ?? [];
      clearTimeout(timer);
      if (newest) kept.delete(newest);
      return newest;
    },

    /** Hands one email over. @throws Error with the relay's reply, or for what happened to the connection. */
    async deliver(
      envelope: { from: string; to: string },
      content: Readable,
      signal: AbortSignal,
      taken: Connection | undefined,
    ): Promise<MailResult> {
      const connection = taken ?? (await connect(await open(), signal));
      const { smtp } = connection;
      // An email that goes on after we have stopped waiting would arrive beside its repetition.
      signal.addEventListener("abort", () => smtp.close(), { once: true });
      if (/\P{ASCII}/u.test(envelope.to) && !connection.offersUtf8) {
        keep(connection);
        return NO_UTF8;
      }
      let reply: string | undefined;
      try {
        await step(connection, (done) =>
          smtp.send({ from: envelope.from, to: [envelope.to] }, content, (error, sent) => {
            reply = sent?.response;
            done(error);
          }),
        );
      } catch (error) {
        smtp.close();
        throw error;
      }
      connection.emails += 1;
      keep(connection);
      return { ok: true, takesAccents: connection.offersUtf8, ...(reply !== undefined && { reply }) };
    },
  };
}

async function connect(transport: SMTPTransport, signal: AbortSignal): Promise<Connection> {
  const { default: Smtp } = await import("nodemailer/lib/smtp-connection");
  const smtp = new Smtp(transport.options);
  signal.addEventListener("abort", () => smtp.close(), { once: true });
  const connection = { smtp, offersUtf8: false, emails: 0, failed: (_: Error) => {} };
  smtp.on("error", (error) => connection.failed(error));
  smtp.on("end", () => connection.failed(new Error("The connection closed.")));
  try {
    await step(connection, (done) => smtp.connect(done));
    const offersUtf8 = /[ -]SMTPUTF8\b/i.test(smtp.lastServerResponse || "");
    const auth = transport.getAuth();
    if (auth && smtp.allowsAuth) await step(connection, (done) => smtp.login(auth, done));
    return Object.assign(connection, { offersUtf8 });
  } catch (error) {
    smtp.close();
    throw error;
  }
}

const step = (connection: Connection, run: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    connection.failed = reject;
    run((error) => (error ? reject(error) : resolve()));
  });
