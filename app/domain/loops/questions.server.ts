import { randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { chosenPrompts, drafts, entries } from "#db/schema";
import { findLoopType } from "../catalogue/catalogue";
import { isTiedToItsWeek, promptsFor, sparePrompts } from "../catalogue/prompts";
import type { Loop } from "./loops.server";

/**
 * What each week asks. Every week has a question written for its kind of loop. Its owner may be asked another one,
 * or ask themselves their own; that choice is kept with the loop, and no question comes up twice in a year. A
 * question that was passed over goes to the later week whose question was taken, so that nothing is lost by it;
 * one that says "halfway" or looks back from the last weeks is asked in its own week or not at all.
 */

type Reader = Pick<Transaction, "select">;

/** What the writer wants to be asked: something else, or exactly this. */
export type QuestionChange = { kind: "another" } | { kind: "own"; question: string };

/** How many weeks ahead another question is taken from, so that the year keeps its arc: a quarter. */
const WEEKS_AHEAD = 13;

/** The 52 questions written for this kind of loop. */
function questionsFor(loop: Pick<Loop, "theme" | "type">): readonly string[] {
  const type = findLoopType(loop.theme, loop.type);
  return type ? promptsFor(type.themeId, type.key) : promptsFor("classic", "standard");
}

const GENERAL = promptsFor("classic", "standard");

/** Whether a week may ask this: a question that is tied to a place in the year belongs to that week of its own list. */
function fits(loop: Loop, week: number, question: string): boolean {
  const place = questionsFor(loop).indexOf(question) + 1;
  if (place > 0) return place === week || !isTiedToItsWeek(place, question);
  const general = GENERAL.indexOf(question) + 1;
  return general === 0 || !isTiedToItsWeek(general, question);
}

export interface Question {
  question: string;
  /** Whether the owner wrote it. */
  isOwn: boolean;
}

/** What a week asks now: what its owner chose, else what its entry answers, else the one written for it. */
export function questionOf(reader: Reader, loop: Loop, week: number, answered?: string): Question {
  const chosen = reader
    .select()
    .from(chosenPrompts)
    .where(and(eq(chosenPrompts.loopId, loop.id), eq(chosenPrompts.week, week)))
    .get();
  if (chosen) return { question: chosen.prompt, isOwn: chosen.ownWords };
  return { question: answered ?? questionsFor(loop)[week - 1] ?? "", isOwn: false };
}

/** A question that was asked before, known again as one of ours or as its owner's. */
export function knowAgain(loop: Loop, question: string): Question {
  return { question, isOwn: ![...questionsFor(loop), ...GENERAL, ...sparePrompts].includes(question) };
}

/** Keeps what a week asks from now on. */
export function askFromNow(
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

/** Grants a wish for a week. Gives what it asks now; the same as before where there is nothing else to ask. */
export function changeQuestion(
  tx: Transaction,
  place: { loop: Loop; week: number; asks: Question },
  input: QuestionChange,
  now: Date,
): Question {
  const { loop, week, asks } = place;
  if (input.kind === "own") {
    if (input.question === asks.question) return asks;
    const own = { question: input.question, isOwn: true };
    askFromNow(tx, { loopId: loop.id, week }, own, now);
    return own;
  }
  const found = findAnother(tx, place);
  if (!found) return asks;
  const another = { question: found.question, isOwn: false };
  askFromNow(tx, { loopId: loop.id, week }, another, now);
  if (found.later) {
    const { week: later, question } = found.later;
    askFromNow(tx, { loopId: loop.id, week: later }, { question, isOwn: false }, now);
  }
  return another;
}

/**
 * One that no week of this loop asks: of its own kind, or out of a week to come that nobody has begun, else a
 * general one. One's own question cannot be passed on, so nothing is taken for it.
 */
function findAnother(
  reader: Reader,
  { loop, week, asks }: { loop: Loop; week: number; asks: Question },
): { question: string; later?: { week: number; question: string } } | undefined {
  const chosen = reader.select().from(chosenPrompts).where(eq(chosenPrompts.loopId, loop.id)).all();
  const written = reader
    .select({ week: entries.week, prompt: entries.prompt })
    .from(entries)
    .where(eq(entries.loopId, loop.id))
    .all();
  const begun = reader.select({ week: drafts.week }).from(drafts).where(eq(drafts.loopId, loop.id)).all();
  const input = questionsFor(loop).map((question, index) => {
    const isHere = (row: { week: number }) => row.week === index + 1;
    return chosen.find(isHere)?.prompt ?? written.find(isHere)?.prompt ?? question;
  });
  const isTouched = new Set([
    ...[...written, ...begun].map((row) => row.week),
    ...chosen.filter(({ ownWords }) => ownWords).map((row) => row.week),
  ]);
  const freeFor = (place: number, questions: readonly string[]) =>
    questions.filter(
      (question) => !input.includes(question) && question !== asks.question && fits(loop, place, question),
    );
  const general = (place: number) => pick(freeFor(place, GENERAL)) ?? pick(freeFor(place, sparePrompts));
  /** What a later week asks once its question is asked here. */
  const insteadOf = (later: number) => (fits(loop, later, asks.question) ? asks.question : general(later));
  const ahead = asks.isOwn
    ? []
    : input.flatMap((question, index) => {
        const later = index + 1;
        const isAhead = later > week && later <= week + WEEKS_AHEAD && !isTouched.has(later);
        return isAhead && fits(loop, week, question) ? [{ question, week: later }] : [];
      });
  const choice = pick([
    ...freeFor(week, questionsFor(loop)).map((question) => ({ question, week })),
    ...ahead,
  ]);
  const instead = choice && choice.week > week ? insteadOf(choice.week) : undefined;
  if (choice && instead)
    return { question: choice.question, later: { week: choice.week, question: instead } };
  const question = choice?.week === week ? choice.question : general(week);
  return question === undefined ? undefined : { question };
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[randomInt(Math.max(1, items.length))];
}
