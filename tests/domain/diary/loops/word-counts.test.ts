import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { drafts, entries, loops } from "#db/schema";
import { completeWeek, openWeek, writeWeek } from "~/domain/diary/entries/entries.server";
import { restoreVersion } from "~/domain/diary/entries/versions.server";
import { saveSentWeek } from "~/domain/diary/entries/week-form.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import type { EntryWords } from "~/domain/diary/loops/forms";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { countAllWords } from "~/domain/diary/loops/word-counts";
import { countSavedWords, wordsOfYear } from "~/domain/diary/loops/word-counts.server";
import { addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { preparePhotosOf } from "~/domain/diary/photos/photo-preparing.server";
import { addDays } from "~/domain/kernel/time/days";
import { signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { countWords } from "~/jobs/count-words";
import { describeYear } from "~/screens/loop/year.server";
import { loopOf, NOW, person } from "../../../support/people";
import { plain, sentFile } from "../../../support/pictures";

const START = addDays("2026-11-20", -360);
const WORDS: EntryWords = {
  title: "Rain",
  highlight: "A long walk",
  gratitude: "The dog",
  learned: "Nothing",
  content: "We went home.",
};

let picture: Buffer;
let loop: Loop;
beforeAll(async () => {
  picture = await plain(60, 40).jpeg().toBuffer();
});
beforeEach(async () => {
  loop = loopOf(person("Ada").id, { startDay: START, deliveryDay: addDays(START, 378) });
  await addPhoto(3);
});

describe("the words of a week are counted when they are saved", () => {
  it("as a draft, by its form or as somebody types", () => {
    const { revision } = open(4);
    const sent = {
      loopId: loop.id,
      week: 4,
      revision,
      captions: {},
      shownQuestion: "",
      ownQuestion: "",
      isChosen: false,
    };
    saveSentWeek(loop.accountId, { ...sent, words: WORDS }, NOW);
    expect(draftRow(4)).toMatchObject({ answerWords: 3, allWords: 10 });
    save(4, { ...WORDS, content: "We went home 昨日." }, false);
    expectCounted();
  });

  it("as an entry, as a change of it, and when an earlier version comes back", () => {
    save(3, WORDS, true);
    expect(entryRow(3)).toMatchObject({ answerWords: 3, allWords: 10 });
    save(3, { ...WORDS, content: "We went home\nagain." }, true);
    expect(entryRow(3)).toMatchObject({ answerWords: 4, allWords: 11 });
    save(3, { ...WORDS, content: "A draft on top." }, false);
    expectCounted();
    expect(restoreVersion({ accountId: loop.accountId, loopId: loop.id, week: 3 }, 1, NOW).ok).toBe(true);
    expect(entryRow(3)).toMatchObject({ answerWords: 3, allWords: 10 });
    expectCounted();
  });

  it("when a draft only lacked its photo", async () => {
    save(4, WORDS, true);
    await addPhoto(4);
    completeWeek({ accountId: loop.accountId, loopId: loop.id, week: 4 }, NOW);
    expect(entryRow(4)).toMatchObject({ answerWords: 3, allWords: 10 });
    expectCounted();
  });

  it("when an unfinished week is sent to print as it is", () => {
    save(3, WORDS, true);
    save(5, { ...NO_WORDS, content: "Half a week." }, false);
    db.update(loops).set({ printsDrafts: true }).where(eq(loops.id, loop.id)).run();
    const version = db.select().from(loops).where(eq(loops.id, loop.id)).get()?.contentVersion ?? 0;
    const decided = { weeks: [5], print: true };
    expect(signOffLoop(loop.accountId, loop.id, version, NOW, decided).ok).toBe(true);
    expect(entryRow(5)).toMatchObject({ answerWords: 3, allWords: 3 });
    expectCounted();
  });
});

describe("the words of a year", () => {
  it("are those of its finished weeks", () => {
    expect(wordsOfYear(loop.id)).toBe(0);
    save(3, WORDS, true);
    save(4, { ...NO_WORDS, content: "A draft is not counted." }, false);
    expect(wordsOfYear(loop.id)).toBe(10);
  });

  it("are not said until each week is counted", () => {
    save(3, WORDS, true);
    oldRow(entries, 6, "Before.");
    expect(wordsOfYear(loop.id)).toBeNull();
  });
});

describe("a week from before words were counted", () => {
  const CHINESE = "昨日雨降在家中看书，没有人介意。".repeat(6_250);

  it("is counted by the worker, a draft of 100,000 Chinese characters too", async () => {
    oldRow(entries, 6, "Before.");
    oldRow(entries, 8, "Before that.");
    oldRow(drafts, 7, CHINESE);
    await countWords();
    expect(countSavedWords()).toBe(0);
    expect(entryRow(6)).toMatchObject({ answerWords: 1, allWords: 1 });
    expect(draftRow(7)?.answerWords).toBeGreaterThan(30_000);
    expectCounted();
  });

  it("has a page that counts nothing", () => {
    oldRow(drafts, 7, CHINESE);
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    const year = { ...loop, entriesCount: 0 };
    const view = describeYear(year, [], open(7), NOW);
    const given = segment.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    segment.mockRestore();
    expect(view.writing?.wordCount).toBeNull();
    expect(view.writing?.words.content).toBe(CHINESE);
    // What a page of the book holds is looked at for its print.
    expect(given).toBeLessThan(CHINESE.length / 4);
  });
});

function open(week: number) {
  const opened = openWeek(loop.accountId, loop.id, week, NOW);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.writing;
}

function save(week: number, words: EntryWords, complete: boolean): void {
  const { revision } = open(week);
  writeWeek({ accountId: loop.accountId, loopId: loop.id, week, revision, words, complete }, NOW);
}

async function addPhoto(week: number): Promise<void> {
  const place = { accountId: loop.accountId, loopId: loop.id, week };
  await addPhotos(place, [{ path: sentFile(picture), name: "a.jpg", tooLarge: false }], NOW);
  await preparePhotosOf(loop.id, NOW);
}

/** Written straight into the database, as all rows were. */
function oldRow(table: typeof entries | typeof drafts, week: number, content: string): void {
  const row = { loopId: loop.id, week, prompt: "What?", content, updatedAt: NOW };
  if (table === drafts) db.insert(drafts).values(row).run();
  else
    db.insert(entries)
      .values({ ...row, createdAt: NOW })
      .run();
}

const rowsOf = (table: typeof entries | typeof drafts) =>
  db.select().from(table).where(eq(table.loopId, loop.id)).all();
const entryRow = (week: number) => rowsOf(entries).find((row) => row.week === week);
const draftRow = (week: number) => rowsOf(drafts).find((row) => row.week === week);

function expectCounted(): void {
  const rows = [...rowsOf(entries), ...rowsOf(drafts)];
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatchObject(countAllWords(row));
}
