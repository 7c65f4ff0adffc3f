import { sql } from "drizzle-orm";
import { letters } from "#db/schema";
import { postmark } from "./delivery-policy";
import type { LetterKind } from "./email-layout";
import { maskSealedWords, type SealedKind } from "./sealed-text.server";

/**
 * What the staff read of a letter. What somebody wrote in their year is hidden in subject, words and looks, and so is
 * every link that knows whose it is; a letter that quotes and is older than the seals is not shown at all.
 */

type Row = typeof letters.$inferSelect;

/** Kinds that quote an entry, or speak about one in a moderator's words. */
const QUOTING: readonly LetterKind[] = ["weekly", "entry_rejected", "entry_hidden"];

export function quotesEntries(kind: string): boolean {
  return QUOTING.some((one) => one === kind);
}

/** Whether a row has sealed words in it, asked in the query, because letters are long. */
export const hasSeals = sql<number>`instr(${letters.htmlBody}, ${"\u27e6"}) > 0`;

/**
 * Why a letter's words are not shown. `secret`: they open something. `emptied`: they were taken out once it had gone.
 * `unsealed`: it quotes somebody, and was written before quoted words were sealed.
 */
export type Hidden = "secret" | "emptied" | "unsealed";

export function hiddenBecause({ kind, textBody, htmlBody }: Row): Hidden | null {
  if (textBody === "") return "emptied";
  if (postmark(kind as LetterKind).carriesSecret) return "secret";
  return quotesEntries(kind) && !htmlBody.includes("\u27e6") ? "unsealed" : null;
}

/** The subject of a weekly letter is its question, which its reader may have written. */
export function subjectForStaff(letter: { kind: string; subject: string; hasSeals: boolean }): string {
  if (letter.kind === "weekly" && !letter.hasSeals) return "Weekly email";
  return forStaff(letter.subject);
}

/** Links that were not sealed: they name the letter itself, or come from before. */
const PRIVATE_LINK = /https?:\/\/[^\s"'<>]*\/(?:this-week|unsubscribe|art)\/[^\s"'<>]+/g;

/** A letter's words for staff, with the seals of these kinds opened. */
export function forStaff(
  text: string,
  opened: readonly Exclude<SealedKind, "link" | "question">[] = [],
): string {
  return maskSealedWords(text, opened).replace(PRIVATE_LINK, "[hidden: private link]");
}

/** A letter as it looks, for staff: without anything in it that leads elsewhere or is fetched. */
export function sheetForStaff(html: string, opened: readonly "sealed"[]): string {
  return forStaff(html.replace(/\s(?:href|src)="[^"]*"/g, ""), opened);
}
