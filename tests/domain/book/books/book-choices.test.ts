import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, loops } from "#db/schema";
import {
  type BookChoices,
  type ChoiceResult,
  chooseBook,
  chooseDouble,
  chooseDrafts,
  chooseNumbers,
  numbersOf,
} from "~/domain/book/books/book-choices.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { LONGEST_FIELDS, LONGEST_REFLECTION } from "~/domain/diary/rules/entry-limits";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";

const maya = person("Maya");
const stranger = person("Stranger");
let loopId = "";
beforeEach(() => {
  loopId = loopOf(maya.id).id;
});

const row = () => db.select().from(loops).where(eq(loops.id, loopId)).get();
const CHOICES: BookChoices = {
  ...{ dedication: "For Rhys", ruledEmptyWeeks: true, largePrint: true, printsNumbers: true },
  filling: "photographs",
};
type Choose = (accountId: string, loopId: string) => ChoiceResult;

describe("a choice for the book", () => {
  it.each<[string, Choose]>([
    ["its layout", (account, loop) => chooseBook(account, loop, CHOICES, NOW)],
    ["drafts", (account, loop) => chooseDrafts(account, loop, true, NOW)],
    ["a double page", (account, loop) => chooseDouble(account, loop, { week: 7, pages: "one" }, NOW)],
  ])("of %s is its owner’s, until it is sent to print, and changes the book once", (_, choose) => {
    expect(choose(stranger.id, loopId)).toEqual({ ok: false, reason: "not_found" });
    expect(choose(maya.id, "unknown")).toEqual({ ok: false, reason: "not_found" });
    expect(row()?.contentVersion).toBe(1);
    expect([choose(maya.id, loopId), choose(maya.id, loopId)]).toEqual([{ ok: true }, { ok: true }]);
    expect(row()?.contentVersion).toBe(2);
    const { id } = loopOf(maya.id, { status: "COMPLETED" });
    expect(choose(maya.id, id)).toEqual({ ok: false, reason: "read_only" });
  });

  it.each<[string, Choose]>([
    ["drafts", (account, loop) => chooseDrafts(account, loop, false, NOW)],
    ["a double page", (account, loop) => chooseDouble(account, loop, { week: 7, pages: "one" }, NOW)],
  ])("of %s is refused once the book is sent to print, also where it changes nothing", (_, choose) => {
    const doublePages = [{ week: 7, pages: "one" as const }];
    const { id } = loopOf(maya.id, { status: "COMPLETED", doublePages });
    expect(choose(maya.id, id)).toEqual({ ok: false, reason: "read_only" });
  });

  it("is stored: the newest of each week, in the order of the weeks", () => {
    chooseDouble(maya.id, loopId, { week: 9, pages: "one" }, NOW);
    chooseDouble(maya.id, loopId, { week: 7, pages: "one" }, NOW);
    chooseDouble(maya.id, loopId, { week: 9, pages: "two" }, NOW);
    chooseBook(maya.id, loopId, CHOICES, NOW);
    chooseDrafts(maya.id, loopId, true, NOW);
    expect(row()).toMatchObject({
      ...{ dedication: "For Rhys", ruledEmptyWeeks: true, largePrint: true, printsNumbers: true, printsDrafts: true },
      doublePages: [
        { week: 7, pages: "one" },
        { week: 9, pages: "two" },
      ],
    });
  });

  it("that repeats what a printed book has is no change that is refused", () => {
    db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loopId)).run();
    const { dedication, ruledEmptyWeeks, largePrint, printsNumbers, filling } = row() ?? loopOf(maya.id);
    const same = { dedication: dedication ?? "", ruledEmptyWeeks, largePrint, printsNumbers, filling };
    expect(chooseBook(maya.id, loopId, same, NOW)).toEqual({ ok: true });
    expect(chooseBook(maya.id, loopId, CHOICES, NOW)).toEqual({ ok: false, reason: "read_only" });
  });
});

describe("the year in numbers", () => {
  const write = (week: number, content: string, ofLoop = loopId) =>
    db.insert(entries).values({ loopId: ofLoop, week, prompt: "Why?", content, createdAt: NOW, updatedAt: NOW }).run();

  it("is counted for its owner who wants it, from its own weeks and the photos that are there", () => {
    const other = loopOf(maya.id).id;
    write(1, "One two three", other);
    givePhoto("other", 4, 3, { loopId: other, week: 1 });
    write(1, "One two");
    write(2, "One");
    givePhoto("there", 4, 3, { loopId, week: 1 });
    givePhoto("removed", 4, 3, { loopId, week: 1, position: 2, state: "removed" });
    givePhoto("second", 4, 3, { loopId, week: 2 });
    expect(numbersOf(maya.id, loopId)).toBeNull();
    expect(chooseNumbers(stranger.id, loopId, true, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(chooseNumbers(maya.id, loopId, true, NOW)).toEqual({ ok: true });
    expect(numbersOf(maya.id, loopId)).toMatchObject({ weeksWritten: 2, words: 3, photos: 2 });
    expect([numbersOf(stranger.id, loopId), numbersOf(maya.id, "unknown")]).toEqual([null, null]);
  });

  it("is not counted of more than fits into a year", () => {
    const most = WEEKS * Object.values(LONGEST_FIELDS).reduce((sum, one) => sum + one, LONGEST_REFLECTION);
    chooseNumbers(maya.id, loopId, true, NOW);
    write(1, " ".repeat(most));
    expect(numbersOf(maya.id, loopId)).toMatchObject({ words: 0 });
    write(2, "x");
    expect(numbersOf(maya.id, loopId)).toBe("too_long");
  });
});
