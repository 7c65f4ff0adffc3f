import { randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { chosenPrompts, drafts, entries } from "#db/schema";
import { findLoopType } from "../catalogue/catalogue";
import { isTiedToItsWeek, promptsFor, sparePrompts } from "../catalogue/prompts";
import type { Loop } from "./loops.server";

/**
 * The question of each week. Every week has one written for its type of loop. The owner can request another one or
 * write their own; the choice is stored with the loop, and no question repeats within a year. If another question is
 * taken from a later week, that week gets the replaced one, so that no question is lost. A question that mentions week
 * 1 or looks back from the last weeks is only used in its own week.
 */

/** The change the writer requests: another question, their own, one of before, or not this own one any more. */
export type QuestionChange = { kind: "another" } | { kind: "own" | "earlier" | "withdrawn"; question: string };

/** Another question comes from at most a quarter of a year ahead, so that the year keeps its progression. */
const WEEKS_AHEAD = 13;

/** The 52 questions for this type of loop. */
function questionsFor(loop: Pick<Loop, "theme" | "type">): readonly string[] {
  const type = findLoopType(loop.theme, loop.type);
  return type ? promptsFor(type.themeId, type.key) : promptsFor("classic", "standard");
}

const GENERAL = promptsFor("classic", "standard");

/**
 * Whether a week may use this question: one tied to a place in the year only fits that week of its list. A question in
 * no list has been reworded since it was chosen, so nothing says where else it would fit.
 */
function fits(loop: Loop, week: number, question: string): boolean {
  const place = questionsFor(loop).indexOf(question) + 1;
  if (place > 0) return place === week || !isTiedToItsWeek(place, question);
  const general = GENERAL.indexOf(question) + 1;
  return general > 0 ? !isTiedToItsWeek(general, question) : sparePrompts.includes(question);
}

export interface Question {
  question: string;
  /** Whether the owner wrote it. */
  isOwn: boolean;
}

/**
 * The current question of a week: the owner's choice, otherwise the one its draft or entry answers, otherwise the one
 * written for it.
 */
export function questionOf(loop: Loop, week: number, answered?: string): Question {
  const chosen = findChosenQuestion(loop.id, week);
  if (chosen) return { question: chosen.prompt, isOwn: chosen.ownWords };
  return { question: answered ?? questionsFor(loop)[week - 1] ?? "", isOwn: false };
}

const findChosenQuestion = prepareGet((loopId: string, week: number) =>
  db
    .select()
    .from(chosenPrompts)
    .where(and(eq(chosenPrompts.loopId, loopId), eq(chosenPrompts.week, week))),
);

/** Whether an earlier question comes from the catalogue or from the owner. */
export function recogniseQuestion(loop: Loop, question: string): Question {
  return { question, isOwn: ![...questionsFor(loop), ...GENERAL, ...sparePrompts].includes(question) };
}

/** Saves the question that a week uses from now on. */
export function saveQuestion(
  tx: Transaction,
  place: { loopId: string; week: number },
  { question, isOwn }: Question,
  now: Date,
): void {
  const chosen = { prompt: question, ownWords: isOwn };
  tx.insert(chosenPrompts)
    .values({ ...place, ...chosen, createdAt: now })
    .onConflictDoUpdate({ target: [chosenPrompts.loopId, chosenPrompts.week], set: chosen })
    .run();
}

/** Changes a week's question and returns it; the same one when there is no other. */
export function changeQuestion(
  tx: Transaction,
  place: { loop: Loop; week: number; asks: Question },
  change: QuestionChange,
  now: Date,
): Question {
  const { loop, week, asks } = place;
  if (change.kind !== "another") {
    const isAsked = change.question === asks.question;
    if (change.kind === "withdrawn" ? !asks.isOwn || !isAsked : isAsked) return asks;
    const asked = questionAsked(loop, week, change);
    saveQuestion(tx, { loopId: loop.id, week }, asked, now);
    return asked;
  }
  const found = findAnother(place);
  if (!found) return asks;
  const another = { question: found.question, isOwn: false };
  saveQuestion(tx, { loopId: loop.id, week }, another, now);
  if (found.later) {
    const { week: later, question } = found.later;
    saveQuestion(tx, { loopId: loop.id, week: later }, { question, isOwn: false }, now);
  }
  return another;
}

function questionAsked(loop: Loop, week: number, change: Exclude<QuestionChange, { kind: "another" }>): Question {
  const { kind, question } = change;
  if (kind === "own") return { question, isOwn: true };
  return kind === "earlier"
    ? recogniseQuestion(loop, question)
    : { question: questionWithoutOwn(loop, week), isOwn: false };
}

/** Without its owner's own, a week asks what is written for it or, where another week got that, what no week asks. */
function questionWithoutOwn(loop: Loop, week: number): string {
  const { current } = questionsNow(loop);
  const written = questionsFor(loop)[week - 1] ?? "";
  if (!current.includes(written)) return written;
  const free = (questions: readonly string[]) =>
    questions.find((question) => !current.includes(question) && fits(loop, week, question));
  return free(questionsFor(loop)) ?? free(GENERAL) ?? free(sparePrompts) ?? written;
}

/** The question of each week, and the weeks that have text or a question of their owner's own. */
function questionsNow(loop: Loop) {
  const chosen = listChosenQuestions(loop.id);
  const written = listEntryQuestions(loop.id);
  const begun = listDraftQuestions(loop.id);
  const current = questionsFor(loop).map((question, index) => {
    const isHere = (row: { week: number }) => row.week === index + 1;
    const answered = begun.find(isHere)?.prompt || written.find(isHere)?.prompt;
    return chosen.find(isHere)?.prompt ?? answered ?? question;
  });
  const isTouched = new Set([
    ...[...written, ...begun].map((row) => row.week),
    ...chosen.filter(({ ownWords }) => ownWords).map((row) => row.week),
  ]);
  return { current, isTouched };
}

const listChosenQuestions = prepareAll((loopId: string) =>
  db.select().from(chosenPrompts).where(eq(chosenPrompts.loopId, loopId)),
);

const listEntryQuestions = prepareAll((loopId: string) =>
  db.select({ week: entries.week, prompt: entries.prompt }).from(entries).where(eq(entries.loopId, loopId)),
);

const listDraftQuestions = prepareAll((loopId: string) =>
  db.select({ week: drafts.week, prompt: drafts.prompt }).from(drafts).where(eq(drafts.loopId, loopId)),
);

/**
 * Finds a question that no week of this loop uses: from its own type, from a later unstarted week, otherwise a general
 * one. The owner's own question cannot move to another week, so no later week gives one up for it.
 */
function findAnother({
  loop,
  week,
  asks,
}: {
  loop: Loop;
  week: number;
  asks: Question;
}): { question: string; later?: { week: number; question: string } } | undefined {
  const { current, isTouched } = questionsNow(loop);
  const freeFor = (place: number, questions: readonly string[]) =>
    questions.filter(
      (question) => !current.includes(question) && question !== asks.question && fits(loop, place, question),
    );
  const general = (place: number) => pick(freeFor(place, GENERAL)) ?? pick(freeFor(place, sparePrompts));
  /** The question of a later week once its own is used here. */
  const insteadOf = (later: number) => (fits(loop, later, asks.question) ? asks.question : general(later));
  const ahead = asks.isOwn
    ? []
    : current.flatMap((question, index) => {
        const later = index + 1;
        const isAhead = later > week && later <= week + WEEKS_AHEAD && !isTouched.has(later);
        return isAhead && fits(loop, week, question) ? [{ question, week: later }] : [];
      });
  const choice = pick([...freeFor(week, questionsFor(loop)).map((question) => ({ question, week })), ...ahead]);
  const instead = choice && choice.week > week ? insteadOf(choice.week) : undefined;
  if (choice && instead) return { question: choice.question, later: { week: choice.week, question: instead } };
  const question = choice?.week === week ? choice.question : general(week);
  return question === undefined ? undefined : { question };
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[randomInt(Math.max(1, items.length))];
}
