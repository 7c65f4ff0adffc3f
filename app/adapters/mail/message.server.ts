import type { OutgoingMessage } from "./contract";

/** The encoded message of an email, the same bytes for every adapter (RFC 5322, RFC 8058). */
export interface Message {
  envelope: { from: string; to: string };
  raw: Buffer;
}

/**
 * Encodes an email.
 * @throws Error for an email without exactly one plain recipient address, or with an invalid identifier.
 */
export async function composeMessage(
  message: OutgoingMessage,
  from: { name: string; address: string },
): Promise<Message> {
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
    // Prevents out-of-office replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...oneClick(message.unsubscribeUrl) },
    encoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "win",
  }).compile();
  const [recipient, ...others] = composed.getEnvelope().to;
  if (recipient === undefined || others.length > 0) {
    throw new Error(`An email goes to exactly one recipient, this one would go to ${others.length + 1}.`);
  }
  return { envelope: { from: from.address, to: recipient }, raw: await composed.build() };
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
