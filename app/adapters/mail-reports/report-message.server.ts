import type { Attachment, Email } from "postal-mime";
import type { BounceMessage } from "./contract";
import { kindOfFinal, onOneLine } from "./report-reading";

/**
 * Reads one message of the bounce mailbox: a delivery status notification (RFC 3464), a feedback report (RFC 5965), or
 * anything else.
 */

/**
 * What is read of a message: a report is at its beginning, after the words for people, and what comes behind it is the
 * email that came back. Anybody may write there, and each line and each field costs.
 */
const MOST_LINES = 2000;
const MOST_GROUPS = 20;

/** @param now when a report came that has no date that can be read */
export async function readBounceMessage(raw: Uint8Array, now: Date): Promise<BounceMessage> {
  const { default: PostalMime } = await import("postal-mime");
  const email = await PostalMime.parse(beginningOf(raw), {
    forceRfc822Attachments: true,
    attachmentEncoding: "utf8",
  }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    return null;
  });
  if (!email) return { reports: [], addresses: [], isAutomatic: false };
  const headers = new Map(email.headers.map(({ key, value }) => [key, value]));
  const isReport = /^\s*multipart\/report\b/i.test(headers.get("content-type") ?? "");
  const at = momentOf(email, now);
  const reports = isReport ? [...statuses(email, at), ...complaints(email, at)] : [];
  return { reports, addresses: addressesIn(email), isAutomatic: isReport || isWrittenByProgram(headers) };
}

function beginningOf(raw: Uint8Array): Uint8Array {
  let end = -1;
  for (let lines = 0; lines < MOST_LINES; lines += 1) {
    end = raw.indexOf(0x0a, end + 1);
    if (end < 0) return raw;
  }
  return raw.subarray(0, end + 1);
}

/** RFC 3834; the others are what programs set that are older than it. */
function isWrittenByProgram(headers: ReadonlyMap<string, string>): boolean {
  const submitted = headers.get("auto-submitted")?.trim() ?? "no";
  return (
    !/^no\b/i.test(submitted) ||
    headers.get("return-path")?.trim() === "<>" ||
    headers.has("x-autoreply") ||
    /^(?:auto_reply|junk)$/i.test(headers.get("precedence")?.trim() ?? "")
  );
}

/** Never later than now: a report of the future would outlive what is asked for after it. */
function momentOf({ date }: Email, now: Date): Date {
  const at = new Date(date ?? Number.NaN);
  return at < now ? at : now;
}

/** The text of the parts of one of these types. */
const partsOf = ({ attachments }: Email, ...types: readonly string[]): string[] =>
  attachments.filter(({ mimeType }) => types.includes(mimeType)).map(textOf);

const textOf = ({ content }: Attachment): string => (typeof content === "string" ? content : "");

type Fields = ReadonlyMap<string, string>;

/** The groups of fields of a report, which blank lines divide (RFC 3464, 2.1). */
const groupsOf = (text: string): Fields[] =>
  text
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/, MOST_GROUPS)
    .map(fieldsOf);

function fieldsOf(lines: string): Fields {
  const fields = lines.replace(/\n[ \t]+/g, " ").matchAll(/^([\w-]+)[ \t]*:(.*)$/gm);
  return new Map([...fields].map(([, name = "", value = ""]) => [name.toLowerCase(), value.trim()]));
}

/** The recipients whose delivery failed; those that were delivered, or still are tried, say nothing of an address. */
const statuses = (email: Email, at: Date): BounceMessage["reports"] =>
  partsOf(email, "message/delivery-status", "message/global-delivery-status")
    .flatMap(groupsOf)
    .flatMap((fields) => {
      const action = fields.get("action")?.toLowerCase();
      if (action !== "failed" && action !== "delayed") return [];
      const reply = onOneLine(fields.get("diagnostic-code")?.replace(/^[\w-]+\s*;\s*/, "") || fields.get("status"));
      return [{ kind: action === "failed" ? kindOfFinal(fields.get("status"), reply) : "delayed", at, reply }];
    });

/** A reader can also say that one was no spam. */
const complaints = (email: Email, at: Date): BounceMessage["reports"] =>
  partsOf(email, "message/feedback-report")
    .map((text) => fieldsOf(text.replace(/\r\n?/g, "\n")).get("feedback-type")?.toLowerCase())
    .filter((type) => type !== undefined && type !== "not-spam")
    .map(() => ({ kind: "complained", at, reply: "" }));

const REPORTS = ["message/delivery-status", "message/global-delivery-status", "message/feedback-report"];
/** In their headers the sender of the envelope is the `Return-Path`. */
const RETURNED = ["message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers"];
const ADDRESS = /(?<![\w.+=~-])[\w.+=~-]{1,64}@[\w.-]{1,255}/g;

function addressesIn(email: Email): string[] {
  const texts = [
    ...email.headers.map(({ value }) => value),
    ...partsOf(email, ...REPORTS),
    // Not what was written in the email.
    ...partsOf(email, ...RETURNED).map((text) => text.split(/\r?\n\r?\n/, 1).join()),
  ];
  return [...new Set(texts.flatMap((text) => text.match(ADDRESS) ?? []))];
}
