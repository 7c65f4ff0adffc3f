import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail relay on this machine that says what a test tells it to, and records what it accepts. */

type Stage = "MAIL FROM" | "RCPT TO" | "DATA";

export interface MailRelay {
  url: string;
  /** What it refuses with, such as "550 5.7.1 Sender not verified"; null accepts. */
  refusal: (at: { stage: Stage; to: string; raw: string }) => string | null;
  /** The sender of each envelope, and all its recipients, in `to`. */
  received: { from: string; to: string; hello: string; raw: string }[];
  /** How often a client gave a sender address. */
  asked: number;
  close(): Promise<void>;
}

const asError = (reply: string | null) => {
  if (reply === null) return null;
  const [code = "", ...words] = reply.split(" ");
  return Object.assign(new Error(words.join(" ")), { responseCode: Number(code) });
};

export async function openMailRelay(options: { hideSMTPUTF8?: boolean } = {}): Promise<MailRelay> {
  const relay: MailRelay = {
    url: "",
    refusal: () => null,
    received: [],
    asked: 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    // The replies bring their own enhanced codes.
    hideENHANCEDSTATUSCODES: true,
    hideSMTPUTF8: options.hideSMTPUTF8 ?? false,
    logger: false,
    onMailFrom(_address, _session, callback) {
      relay.asked += 1;
      callback(asError(relay.refusal({ stage: "MAIL FROM", to: "", raw: "" })));
    },
    onRcptTo({ address }, _session, callback) {
      callback(asError(relay.refusal({ stage: "RCPT TO", to: address, raw: "" })));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
        const refused = asError(relay.refusal({ stage: "DATA", to, raw }));
        if (refused) return callback(refused);
        const { mailFrom } = session.envelope;
        const from = mailFrom ? mailFrom.address : "";
        relay.received.push({ from, to, hello: String(session.hostNameAppearsAs), raw });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  relay.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return relay;
}
