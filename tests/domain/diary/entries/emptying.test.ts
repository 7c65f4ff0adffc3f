import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { chosenPrompts, LOOP_STATUSES, loops } from "#db/schema";
import { deleteVersion, emptyWeek } from "~/domain/diary/entries/emptying.server";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { later, NOW, person } from "../../../support/people";
import { everythingWritten, writtenYear } from "./written-year";

/** What is there no more, and what is there instead. */
function changesBy(act: () => unknown) {
  const before = everythingWritten();
  act();
  const after = everythingWritten();
  return { gone: before.filter((one) => !after.includes(one)), new: after.filter((one) => !before.includes(one)) };
}

const yearBetweenOthers = () => [writtenYear(), writtenYear(), writtenYear()][1] ?? writtenYear();

describe("deleting an earlier version", () => {
  it("deletes that one, of that week and year", () => {
    const { loopId, place } = yearBetweenOthers();
    const changes = changesBy(() => expect(deleteVersion(place(2), 1, NOW)).toEqual({ ok: true }));
    expect(changes).toEqual({ gone: [`${loopId} Version 1 of week 2`], new: [] });
  });

  it("that is not there changes nothing, nor the book", () => {
    const { accountId, loopId, place } = yearBetweenOthers();
    const year = loopOwnedBy(accountId, loopId);
    const changes = changesBy(() =>
      expect(deleteVersion(place(2), 7, NOW)).toEqual({ ok: false, reason: "not_found" }),
    );
    expect([changes, loopOwnedBy(accountId, loopId)]).toEqual([{ gone: [], new: [] }, year]);
  });
});

describe("emptying a week", () => {
  it("deletes its text, and removes the photos that are in it", () => {
    const { loopId, place } = yearBetweenOthers();
    const changes = changesBy(() => expect(emptyWeek(place(2), later(5))).toEqual({ ok: true }));
    expect(changes).toEqual({
      gone: [
        ...["Draft", "Entry", "Version 1", "Version 2"].map((what) => `${loopId} ${what} of week 2`),
        `photos/${loopId}/2-failed.jpg failed undefined`,
        `photos/${loopId}/2-ready.jpg ready undefined`,
      ],
      new: ["failed", "ready"].map((was) => `photos/${loopId}/2-${was}.jpg removed ${later(5).getTime()}`),
    });
  });

  it("deletes its owner’s own question, and of no other week", () => {
    const { loopId, place } = writtenYear();
    for (const week of [1, 2])
      db.insert(chosenPrompts)
        .values({ loopId, week, prompt: `Mine of week ${week}?`, ownWords: true, createdAt: NOW })
        .run();
    emptyWeek(place(1), NOW);
    const own = db.select().from(chosenPrompts).where(eq(chosenPrompts.loopId, loopId)).all();
    expect(own.filter(({ ownWords }) => ownWords).map(({ week }) => week)).toEqual([2]);
  });
});

describe.each([
  ["a version", (place: Parameters<typeof emptyWeek>[0]) => deleteVersion(place, 1, NOW)],
  ["a week", (place: Parameters<typeof emptyWeek>[0]) => emptyWeek(place, NOW)],
])("deleting %s", (_, act) => {
  it.each(LOOP_STATUSES.filter((status) => status !== "ACTIVE"))("is too late once the year is %s", (status) => {
    const { loopId, place } = writtenYear();
    db.update(loops).set({ status }).where(eq(loops.id, loopId)).run();
    const changes = changesBy(() => expect(act(place(1))).toEqual({ ok: false, reason: "read_only" }));
    expect(changes).toEqual({ gone: [], new: [] });
  });

  it("finds nothing in a week without text, or of somebody else", () => {
    const { place } = writtenYear();
    const strangers = { ...place(1), accountId: person("Eve").id };
    const changes = changesBy(() => {
      for (const other of [place(3), strangers]) expect(act(other)).toEqual({ ok: false, reason: "not_found" });
    });
    expect(changes).toEqual({ gone: [], new: [] });
  });
});
