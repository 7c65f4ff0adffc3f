import MailComposer from "nodemailer/lib/mail-composer";
import type { OutgoingLetter } from "./contract";

/** A letter as it goes over the wire, the same bytes whoever carries it (RFC 5322, RFC 8058). */
export interface Message {
  envelope: { from: string; to: string };
  raw: Buffer;
}

/**
 * Builds the message of a letter.
 * @throws Error for a letter that is not addressed to exactly one plain address, or whose identifier is not one.
 */
export async function composeMessage(
  letter: OutgoingLetter,
  from: { name: string; address: string },
): Promise<Message> {
  const to = letter.to.address;
  if (!isOneAddress(to)) throw new Error("A letter goes to exactly one plain address.");
  if (!MESSAGE_ID.test(letter.messageId))
    throw new Error("A letter needs an identifier such as abc@loop.example.");
  const composed = new MailComposer({
    from: { name: onOneLine(from.name), address: from.address },
    to: { name: onOneLine(letter.to.name), address: to },
    subject: onOneLine(letter.subject),
    messageId: `<${letter.messageId}>`,
    date: letter.at,
    text: letter.text,
    html: letter.html,
    headers: letter.unsubscribeUrl === undefined ? {} : oneClick(letter.unsubscribeUrl),
    encoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "win",
  }).compile();
  const [recipient, ...others] = composed.getEnvelope().to;
  if (recipient === undefined || others.length > 0) {
    throw new Error(`A letter goes to exactly one recipient, this one would go to ${others.length + 1}.`);
  }
  return { envelope: { from: from.address, to: recipient }, raw: await composed.build() };
}

const MESSAGE_ID = /^[\w-][\w.-]{0,98}@[\w-][\w.-]{0,250}$/;

/** One mailbox at one host; no display name, list, group, route, comment or control character. */
function isOneAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s\p{C}<>()[\]:;,@"\\]{1,64}@[^\s\p{C}<>()[\]:;,@"\\]+$/u.test(address);
}

function onOneLine(words: string): string {
  return words.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function oneClick(url: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${new URL(url).href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
