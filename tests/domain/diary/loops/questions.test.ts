import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { chosenPrompts, drafts, entries } from "#db/schema";
import { promptsFor, sparePrompts } from "~/domain/diary/catalogue/prompts";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { changeQuestion, type QuestionChange, questionOf } from "~/domain/diary/loops/questions.server";
import { loopOf, NOW, person } from "../../../support/people";

const OWN_LIST = promptsFor("pet", "puppys-first-year");
const GENERAL = promptsFor("classic", "standard");
const written = (week: number) => OWN_LIST[week - 1] ?? "";
/** A quarter of a year ahead, from where a question can be taken. */
const LAST_AHEAD = 15;
const days = { createdAt: NOW, updatedAt: NOW };

const choose = (loopId: string, week: number, prompt: string, ownWords = true) =>
  db.insert(chosenPrompts).values({ loopId, week, prompt, ownWords, createdAt: NOW }).run();

/** Somebody else's year, with text and questions of its own in every week. */
function fullYear(): void {
  const { id: loopId } = loopOf(person("Eve").id);
  for (let week = 1; week <= 52; week += 1) {
    const text = { loopId, week, prompt: `What of mine in week ${week}?`, content: "Mine." };
    db.insert(entries)
      .values({ ...text, ...days })
      .run();
    db.insert(drafts)
      .values({ ...text, updatedAt: NOW })
      .run();
    choose(loopId, week, `Mine in week ${week}?`);
  }
}

let loop: Loop;
beforeEach(() => {
  fullYear();
  loop = loopOf(person("Ada").id);
});

function change(week: number, asked: QuestionChange) {
  const asks = questionOf(loop, week);
  return write((tx) => changeQuestion(tx, { loop, week, asks }, asked, NOW));
}

/** Weeks of one’s own that have a question of their owner’s, so that none is taken from them. */
function ownQuestionsIn(...weeks: number[]) {
  for (const week of weeks) choose(loop.id, week, `Our own in week ${week}?`);
}

/** Weeks that answer the question that is written for them. */
function textIn(...weeks: number[]) {
  const text = { loopId: loop.id, content: "", ...days };
  db.insert(entries)
    .values(weeks.map((week) => ({ ...text, week, prompt: written(week) })))
    .run();
}

const weeksFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, add) => first + add);
const asked = (week: number) => questionOf(loop, week).question;

describe("another question for week 2", () => {
  it("is that of a later week within a quarter of a year, which gets the one of week 2", () => {
    textIn(...weeksFrom(3, LAST_AHEAD - 1));
    expect(change(2, { kind: "another" })).toEqual({ question: written(LAST_AHEAD), isOwn: false });
    expect([asked(2), asked(LAST_AHEAD)]).toEqual([written(LAST_AHEAD), written(2)]);
  });

  it.each([
    [
      "an entry",
      (week: number) =>
        db
          .insert(entries)
          .values({ loopId: loop.id, week, prompt: written(week), content: "", ...days })
          .run(),
    ],
    [
      "a draft",
      (week: number) =>
        db
          .insert(drafts)
          .values({ loopId: loop.id, week, prompt: written(week), updatedAt: NOW })
          .run(),
    ],
  ])("is not taken from a week with %s", (_, begin) => {
    textIn(...weeksFrom(3, LAST_AHEAD - 1));
    begin(LAST_AHEAD);
    const { question } = change(2, { kind: "another" });
    expect([...GENERAL, ...sparePrompts]).toContain(question);
    expect(asked(LAST_AHEAD)).toBe(written(LAST_AHEAD));
  });

  it("is no question of week 2, nor of a week further ahead, where every nearer week has text", () => {
    ownQuestionsIn(...weeksFrom(3, LAST_AHEAD));
    // The written questions of those weeks are free, and asked of any.
    const { question } = change(2, { kind: "another" });
    expect(weeksFrom(3, LAST_AHEAD).map(written)).toContain(question);
    expect([question === written(2), asked(2)]).toEqual([false, question]);
  });

  it("is a general one where every week it could be taken from has text", () => {
    textIn(...weeksFrom(3, LAST_AHEAD));
    expect([...GENERAL, ...sparePrompts]).toContain(change(2, { kind: "another" }).question);
  });
});

describe("a question of one’s own", () => {
  it("is its owner’s, and the one that is asked already stays whose it is", () => {
    expect(change(2, { kind: "own", question: "Who came?" })).toEqual({ question: "Who came?", isOwn: true });
    expect(questionOf(loop, 2)).toEqual({ question: "Who came?", isOwn: true });
    expect(change(3, { kind: "own", question: written(3) })).toEqual({ question: written(3), isOwn: false });
  });

  it("that is withdrawn makes room for what is written for its week", () => {
    ownQuestionsIn(2, 3, 5);
    expect(change(5, { kind: "withdrawn", question: asked(5) })).toEqual({ question: written(5), isOwn: false });
    expect(change(2, { kind: "withdrawn", question: asked(2) })).toEqual({ question: written(2), isOwn: false });
    expect(change(2, { kind: "withdrawn", question: written(2) })).toEqual({ question: written(2), isOwn: false });
  });

  it("that is withdrawn makes room for another where a week got that", () => {
    ownQuestionsIn(2);
    choose(loop.id, 9, written(2), false);
    const { question } = change(2, { kind: "withdrawn", question: asked(2) });
    expect(question).toBe(written(9));
  });

  it("of another text than the one that is withdrawn stays", () => {
    ownQuestionsIn(2);
    expect(change(2, { kind: "withdrawn", question: "Older?" }).isOwn).toBe(true);
  });
});

it("an earlier question is its owner’s where no list has it", () => {
  expect(change(2, { kind: "earlier", question: "Who was that?" }).isOwn).toBe(true);
  expect(change(2, { kind: "earlier", question: GENERAL[3] ?? "" }).isOwn).toBe(false);
  db.delete(chosenPrompts).where(eq(chosenPrompts.loopId, loop.id)).run();
  expect(asked(2)).toBe(written(2));
});
