import { and, count, desc, eq, gte, inArray, lt, or, type SQL } from "drizzle-orm";
import { db } from "#db/client.server";
import { entries, entryViews, letters } from "#db/schema";
import { type ResendResult, repetitionsOf, resendLetter, resendProblem } from "../email/resending.server";
import { entriesQuotedIn } from "../email/sealed-text.server";
import {
  forStaff,
  type Hidden,
  hasSeals,
  hiddenBecause,
  sheetForStaff,
  subjectForStaff,
} from "../email/staff-reading.server";
import { recordAct } from "./audit.server";

/**
 * Letters as staff see them: to whom, about what, whether they went. What opens something stays shut: a code that
 * waits to be posted is shown to nobody, and a voucher's code only to who may see codes anyway. What somebody wrote in
 * their year is hidden from everybody, and looked at only for a reason that its owner can read.
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
      ...{ createdAt: letters.createdAt, sentAt: letters.sentAt, resendOf: letters.resendOf, hasSeals },
    })
    .from(letters)
    .where(where)
    .orderBy(desc(letters.createdAt))
    .limit(LETTERS_A_PAGE)
    .offset((page - 1) * LETTERS_A_PAGE)
    .all()
    .map(({ resendOf, hasSeals, ...line }) => ({
      ...line,
      subject: subjectForStaff({ ...line, hasSeals: hasSeals === 1 }),
      isAgain: resendOf !== null,
    }));
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

export interface LetterShown {
  line: LetterLine & Pick<Row, "accountId" | "tries" | "nextTryAt" | "isTransactional">;
  hidden: Hidden | null;
  /** Its plain part, with what is private hidden; empty where all of it is. */
  text: string;
  /** Whether it quotes somebody's year, which may be looked at for a reason. */
  quotes: boolean;
  resend: ReturnType<typeof resendProblem>;
  repetitions: ReturnType<typeof repetitionsOf>;
}

/** One letter; undefined where there is none. @param reveal whether codes of vouchers are shown. */
export function letterFacts(letterId: string, reveal: boolean, now: Date): LetterShown | undefined {
  const letter = db.select().from(letters).where(eq(letters.id, letterId)).get();
  if (!letter) return undefined;
  const { textBody, htmlBody, occasionKey: _key, messageId: _message, resendOf, ...facts } = letter;
  const hidden = hiddenBecause(letter);
  const subject = subjectForStaff({ ...facts, hasSeals: htmlBody.includes("\u27e6") });
  return {
    line: { ...facts, subject, isAgain: resendOf !== null },
    hidden,
    text: hidden ? "" : forStaff(textBody, codesFor(reveal)),
    quotes: hidden === null && entriesQuotedIn(textBody).length > 0,
    resend: resendProblem(db, letter, now),
    repetitions: repetitionsOf(db, letter),
  };
}

/** A letter as it looks, without anything in it that leads elsewhere; undefined where it is not shown. */
export function letterSheet(letterId: string, reveal: boolean): string | undefined {
  const letter = db.select().from(letters).where(eq(letters.id, letterId)).get();
  if (!letter || hiddenBecause(letter)) return undefined;
  return sheetForStaff(letter.htmlBody, codesFor(reveal));
}

const codesFor = (reveal: boolean) => (reveal ? (["sealed"] as const) : []);

export type RevealResult =
  | { ok: true; text: string }
  | { ok: false; reason: "not_found" | "nothing_hidden" | "gone" };

/**
 * Shows the words of somebody's year that a letter quotes, once, for a reason. Its owner reads who looked, when and
 * why; where the week itself is no more they could not, and nothing is shown. Links and codes stay hidden.
 */
export function revealLetter(
  letterId: string,
  by: { staffId: string; reason: string },
  now: Date,
): RevealResult {
  return db.transaction(
    (tx): RevealResult => {
      const letter = tx.select().from(letters).where(eq(letters.id, letterId)).get();
      if (!letter) return { ok: false, reason: "not_found" };
      const quoted = entriesQuotedIn(letter.textBody);
      if (hiddenBecause(letter) || quoted.length === 0) return { ok: false, reason: "nothing_hidden" };
      const there = tx.select({ id: entries.id }).from(entries).where(inArray(entries.id, quoted)).all();
      if (there.length < quoted.length) return { ok: false, reason: "gone" };
      const reason = `In an email we sent you: ${by.reason}`;
      for (const { id: entryId } of there)
        tx.insert(entryViews).values({ entryId, staffId: by.staffId, reason, at: now }).run();
      recordAct(tx, {
        ...{ staffId: by.staffId, act: "letters.reveal", object: { type: "letter", id: letterId } },
        ...{ after: { entryIds: quoted }, reason: by.reason, now },
      });
      return { ok: true, text: forStaff(letter.textBody, ["entry"]) };
    },
    { behavior: "immediate" },
  );
}

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
