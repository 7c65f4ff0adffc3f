import { sql } from "drizzle-orm";
import { emails } from "#db/schema";
import { deliveryRule } from "./delivery-policy";
import type { EmailKind } from "./email-layout";
import { maskSealedText, type SealedKind } from "./sealed-text.server";

/**
 * What the staff read of an email. What somebody wrote in their year is hidden in subject, words and looks, and so is
 * every link that knows whose it is; an email that quotes and is older than the seals is not shown at all.
 */

type Row = typeof emails.$inferSelect;

/** Kinds that quote an entry, or speak about one in a moderator's words. */
const QUOTING: readonly EmailKind[] = ["weekly", "entry_rejected", "entry_hidden"];

export function quotesEntries(kind: string): boolean {
  return QUOTING.some((one) => one === kind);
}

/** Whether a row has sealed words in it, asked in the query, because emails are long. */
export const hasSeals = sql<number>`instr(${emails.htmlBody}, ${"\u27e6"}) > 0`;

/**
 * Why an email's words are not shown. `secret`: they open something. `emptied`: they were taken out once it had gone.
 * `unsealed`: it quotes somebody, and was written before quoted words were sealed.
 */
export type Hidden = "secret" | "emptied" | "unsealed";

export function hiddenBecause({ kind, textBody, htmlBody }: Row): Hidden | null {
  if (textBody === "") return "emptied";
  if (deliveryRule(kind as EmailKind).carriesSecret) return "secret";
  return quotesEntries(kind) && !htmlBody.includes("\u27e6") ? "unsealed" : null;
}

/** The subject of a weekly email is its question, which its reader may have written. */
export function subjectForStaff(message: { kind: string; subject: string; hasSeals: boolean }): string {
  if (message.kind === "weekly" && !message.hasSeals) return "Weekly email";
  return forStaff(message.subject);
}

/** Links that were not sealed: they name the email itself, or come from before. */
const PRIVATE_LINK = /https?:\/\/[^\s"'<>]*\/(?:this-week|unsubscribe|art)\/[^\s"'<>]+/g;

/** An email's words for staff, with the seals of these kinds opened. */
export function forStaff(
  text: string,
  opened: readonly Exclude<SealedKind, "link" | "question">[] = [],
): string {
  return maskSealedText(text, opened).replace(PRIVATE_LINK, "[hidden: private link]");
}

/** An email as it looks, for staff: without anything in it that leads elsewhere or is fetched. */
export function sheetForStaff(html: string, opened: readonly "sealed"[]): string {
  return forStaff(html.replace(/\s(?:href|src)="[^"]*"/g, ""), opened);
}
