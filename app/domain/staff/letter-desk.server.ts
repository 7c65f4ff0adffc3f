import { and, count, desc, eq, gte, lt, or, type SQL } from "drizzle-orm";
import { db } from "#db/client.server";
import { letters } from "#db/schema";
import type { LetterKind } from "../notifications/letter-frame";
import { postmark } from "../notifications/postal-rules";
import {
  type ResendResult,
  repetitionsOf,
  resendLetter,
  resendProblem,
} from "../notifications/resending.server";
import { maskSealedWords, openSealedWords } from "../notifications/sealed-words.server";
import { recordAct } from "./audit.server";

/**
 * Letters as staff see them: to whom, about what, whether they went. What opens something stays shut: a code that
 * waits to be posted is shown to nobody, and a voucher's code only to who may see codes anyway.
 */

export const LETTERS_A_PAGE = 25;
const HIGHEST = "\u{10ffff}";

type Row = typeof letters.$inferSelect;

export interface LetterQuestion {
  /** The beginning of the address it went to. */
  search: string;
  kind: string;
  state: Row["state"] | "all";
}

export type LetterLine = Pick<
  Row,
  "id" | "kind" | "toName" | "toEmail" | "subject" | "state" | "createdAt" | "sentAt" | "failure"
> & { isAgain: boolean };

/** One page of letters, the newest first, and how many there are in all. */
export function listLetters(question: LetterQuestion, page: number): { rows: LetterLine[]; total: number } {
  const where = and(
    searchCondition(question.search),
    question.kind === "all" ? undefined : eq(letters.kind, question.kind),
    question.state === "all" ? undefined : eq(letters.state, question.state),
  );
  const rows = db
    .select({
      ...{ id: letters.id, kind: letters.kind, toName: letters.toName, toEmail: letters.toEmail },
      ...{ subject: letters.subject, state: letters.state, failure: letters.failure },
      ...{ createdAt: letters.createdAt, sentAt: letters.sentAt, resendOf: letters.resendOf },
    })
    .from(letters)
    .where(where)
    .orderBy(desc(letters.createdAt))
    .limit(LETTERS_A_PAGE)
    .offset((page - 1) * LETTERS_A_PAGE)
    .all()
    .map(({ resendOf, ...line }) => ({ ...line, isAgain: resendOf !== null }));
  return { rows, total: db.select({ found: count() }).from(letters).where(where).get()?.found ?? 0 };
}

/** Addresses stand in the rows as their owners wrote them. */
function searchCondition(search: string): SQL | undefined {
  if (search === "") return undefined;
  const begins = (words: string) => and(gte(letters.toEmail, words), lt(letters.toEmail, words + HIGHEST));
  return search === search.toLowerCase() ? begins(search) : or(begins(search), begins(search.toLowerCase()));
}

/** How many letters wait, and how many were given up. */
export function letterFigures(): { waiting: number; dead: number } {
  const found = (state: Row["state"]) =>
    db.select({ found: count() }).from(letters).where(eq(letters.state, state)).get()?.found ?? 0;
  return { waiting: found("waiting"), dead: found("dead") };
}

/** Why a letter's words are not shown: it opens something, or it was emptied once it had gone. */
type Hidden = "secret" | "emptied";

export interface LetterShown {
  line: LetterLine & Pick<Row, "accountId" | "tries" | "nextTryAt" | "isTransactional">;
  hidden: Hidden | null;
  /** Its plain part; empty where it is hidden. */
  text: string;
  resend: ReturnType<typeof resendProblem>;
  repetitions: ReturnType<typeof repetitionsOf>;
}

/** One letter; undefined where there is none. @param reveal whether codes of vouchers are shown. */
export function letterFacts(letterId: string, reveal: boolean, now: Date): LetterShown | undefined {
  const letter = db.select().from(letters).where(eq(letters.id, letterId)).get();
  if (!letter) return undefined;
  const { textBody, htmlBody: _html, occasionKey: _key, messageId: _message, resendOf, ...facts } = letter;
  const hidden = hiddenBecause(letter);
  return {
    line: { ...facts, isAgain: resendOf !== null },
    hidden,
    text: hidden ? "" : shown(textBody, reveal),
    resend: resendProblem(db, letter, now),
    repetitions: repetitionsOf(db, letter),
  };
}

/** A letter as it looks, without anything in it that leads elsewhere; undefined where it is not shown. */
export function letterSheet(letterId: string, reveal: boolean): string | undefined {
  const letter = db.select().from(letters).where(eq(letters.id, letterId)).get();
  if (!letter || hiddenBecause(letter)) return undefined;
  return shown(letter.htmlBody, reveal).replace(/\shref="[^"]*"/g, "");
}

function hiddenBecause({ kind, textBody }: Row): Hidden | null {
  if (textBody === "") return "emptied";
  return postmark(kind as LetterKind).carriesSecret ? "secret" : null;
}

const shown = (words: string, reveal: boolean) => (reveal ? openSealedWords(words) : maskSealedWords(words));

/** Says a letter once more, and writes down who had it said. */
export function resendForCustomer(letterId: string, staffId: string, now: Date): ResendResult {
  return db.transaction(
    (tx): ResendResult => {
      const sent = resendLetter(tx, letterId, now);
      if (!sent.ok) return sent;
      recordAct(tx, {
        ...{ staffId, act: "letters.resend", object: { type: "letter", id: letterId }, now },
        after: { letterId: sent.letterId },
      });
      return sent;
    },
    { behavior: "immediate" },
  );
}
