import { buffer } from "node:stream/consumers";
import type { OutgoingMessage, Sender } from "./contract";

/** The encoded message of an email, the same bytes for every adapter (RFC 5322, RFC 8058). */
export interface Message {
  envelope: { from: string; to: string };
  raw: Buffer;
}

/**
 * Encodes an email.
 * @throws Error for an email without exactly one plain recipient address, or with an invalid identifier.
 */
export async function composeMessage(message: OutgoingMessage, from: Sender): Promise<Message> {
  const to = message.to.address;
  if (!isOneAddress(to)) throw new Error("An email goes to exactly one plain address.");
  if (!MESSAGE_ID.test(message.messageId)) throw new Error("An email needs an identifier such as abc@loop.example.");
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const composed = new MailComposer({
    from: { name: asHeader(from.name), address: from.address },
    to: { name: asHeader(message.to.name), address: to },
    subject: asHeader(message.subject),
    messageId: `<${message.messageId}>`,
    date: message.at,
    text: message.text,
    html: message.html,
    headers: {
      // Prevents out-of-office replies (RFC 3834).
      "Auto-Submitted": "auto-generated",
      "Feedback-ID": `${message.kind}:${senderId(from.address)}`,
      ...oneClick(message.unsubscribeUrl),
    },
    encoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "win",
  }).compile();
  const [recipient, ...others] = composed.getEnvelope().to;
  if (recipient === undefined || others.length > 0) {
    throw new Error(`An email goes to exactly one recipient, this one would go to ${others.length + 1}.`);
  }
  const sender = message.returnPath ?? from.address;
  return { envelope: { from: sender, to: recipient }, raw: await signed(await composed.build(), from) };
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);

/** One name for all emails of a sender, from 5 to 15 characters long (support.google.com/mail/answer/6254652). */
function senderId(address: string): string {
  return domainOf(address)
    .replace(/[^a-z\d]/gi, "")
    .slice(0, 15)
    .padEnd(5, "0");
}

/** RFC 6376, 5.4.1; `List-Unsubscribe-Post` by RFC 8058, 4; `Feedback-ID` counts only where it is signed. */
const SIGNED_HEADERS = [
  ...["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"],
  ...["Auto-Submitted", "Feedback-ID", "List-Unsubscribe", "List-Unsubscribe-Post"],
].join(":");

/** Our domain's signature in front of the encoded email, where we have its key. */
async function signed(raw: Buffer, { address, dkim }: Sender): Promise<Buffer> {
  if (!dkim) return raw;
  const { default: Dkim } = await import("nodemailer/lib/dkim");
  const { selector: keySelector, privateKey } = dkim;
  const signer = new Dkim({
    domainName: domainOf(address),
    keySelector,
    privateKey,
    headerFieldNames: SIGNED_HEADERS,
  });
  return await buffer(signer.sign(raw));
}

const MESSAGE_ID = /^[\w-][\w.-]{0,98}@[\w-][\w.-]{0,250}$/;

/** One mailbox at one host; no display name, list, group, route, comment or control character. */
function isOneAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s\p{C}<>()[\]:;,@"\\]{1,64}@[^\s\p{C}<>()[\]:;,@"\\]+$/u.test(address);
}

/** One line, without the start of an encoded word (RFC 2047): a mail client would show what it decodes to. */
function asHeader(words: string): string {
  return words
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll("=?", "= ?")
    .trim();
}

function oneClick(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return {
    "List-Unsubscribe": `<${new URL(url).href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
