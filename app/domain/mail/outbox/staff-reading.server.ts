import { sql } from "drizzle-orm";
import { emails } from "#db/schema";
import { maskSealedText, type SealedKind } from "~/domain/kernel/sealing/sealed-text.server";
import { deliveryRule } from "../kinds/email-kinds";

/**
 * What staff can read of an email. Private text is hidden in its subject, text and HTML, and so is every link that
 * identifies its recipient; an email that quotes an entry or a giver and is older than the encryption is not shown at
 * all.
 */

type Row = typeof emails.$inferSelect;

export function quotesEntries(kind: string): boolean {
  return deliveryRule(kind).quotesEntry === true;
}

/** Whether a row contains encrypted text; checked in the query, because emails are long. */
export const hasSeals = sql<number>`instr(${emails.htmlBody}, ${"\u27e6"}) > 0`;

/**
 * Why an email's text is not shown. `secret`: it contains a code or link that grants access. `emptied`: it was erased
 * once sent; `old`: some time after that. `unsealed`: it quotes an entry or a giver and is older than the encryption.
 */
export type Hidden = "secret" | "emptied" | "old" | "unsealed";

export function hiddenBecause({ kind, textBody, htmlBody, isEmptied }: Row): Hidden | null {
  if (isEmptied && !deliveryRule(kind).carriesSecret) return "old";
  if (textBody === "") return "emptied";
  if (deliveryRule(kind).carriesSecret) return "secret";
  return isUnsealed(kind, htmlBody) ? "unsealed" : null;
}

/** Whether it has private text that is not encrypted: an entry's, or a giver's, which have a style of their own. */
function isUnsealed(kind: string, html: string): boolean {
  if (quotesEntries(kind)) return !html.includes("\u27e6");
  return kind === "gift" && html.includes('class="msg"') && !html.includes("\u27e6message:");
}

/** The subject of a weekly email is its question, which the recipient may have written. */
export function subjectForStaff(message: { kind: string; subject: string; hasSeals: boolean }): string {
  if (message.kind === "weekly" && !message.hasSeals) return "Weekly email";
  return forStaff(message.subject);
}

/** Links without encryption: they contain the email's own id, or are older. */
const PRIVATE_LINK = /https?:\/\/[^\s"'<>]*\/(?:this-week|unsubscribe|art)\/[^\s"'<>]+/g;

/** An email's text for staff, with the given kinds decrypted. */
export function forStaff(
  text: string,
  opened: readonly Exclude<SealedKind, "link" | "question" | "message">[] = [],
): string {
  return maskSealedText(text, opened).replace(PRIVATE_LINK, "[hidden: private link]");
}

/** An email's HTML for staff, without links and remote content. */
export function sheetForStaff(html: string, opened: readonly "sealed"[]): string {
  return forStaff(html.replace(/\s(?:href|src)="[^"]*"/g, ""), opened);
}
