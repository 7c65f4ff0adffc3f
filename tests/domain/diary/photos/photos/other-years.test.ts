import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { entries, loops, photos } from "#db/schema";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import {
  photoOwnedBy,
  photoPlaces,
  photosOf,
  placeBehind,
  raiseContentVersion,
  removePhoto,
} from "~/domain/diary/photos/photos.server";
import { removedPhotosOf, restorePhoto } from "~/domain/diary/photos/removed-photos.server";
import { loopOf, NOW, person } from "../../../../support/people";
import { givePhoto } from "../../../../support/photo-rows";

/** Years with the same weeks and photos, of which only one is asked for or changed. */

let years = 0;

/** A year whose weeks 1 and 2 are approved and have photos at places 1 and 3, a failed one and a removed one. */
function year(accountId = person("Ada").id) {
  years += 1;
  const number = years;
  const { id: loopId } = loopOf(accountId, { startDay: "2026-10-01" });
  const idOf = (week: number, name: string | number) => `y${number}w${week}p${name}`;
  const ids = { first: (week: number) => idOf(week, 1), third: (week: number) => idOf(week, 3) };
  const removed = (week: number) => idOf(week, "removed");
  for (const week of [1, 2]) {
    const text = { loopId, week, prompt: "", content: "", createdAt: NOW, updatedAt: NOW };
    db.insert(entries)
      .values({ ...text, moderation: "APPROVED" })
      .run();
    for (const position of [3, 1])
      givePhoto(`photos/${loopId}/${week}-${position}.jpg`, 8, 6, { id: idOf(week, position), loopId, week, position });
    for (const [state, removedAt] of [
      ["failed", null],
      ["removed", NOW],
    ] as const)
      givePhoto(`photos/${loopId}/${week}-${state}.jpg`, 8, 6, {
        id: idOf(week, state),
        loopId,
        week,
        state,
        removedAt,
      });
  }
  return { accountId, loopId, ...ids, removed, failed: (week: number) => idOf(week, "failed") };
}
type Year = ReturnType<typeof year>;

let own: Year;
let others: Year[];
beforeEach(() => {
  const before = [year(), year()];
  own = year(before[1]?.accountId);
  others = [...before, year()];
});

const all = () => [
  ...db.select().from(photos).all(),
  ...db.select().from(entries).all(),
  ...db.select().from(loops).all(),
];

/** The rows that an act changes: the photos by their ids, the weeks by their numbers, the years by their content. */
function changedBy(act: () => unknown) {
  const before = new Set(all().map((row) => JSON.stringify(row)));
  act();
  const changed = all().filter((row) => !before.has(JSON.stringify(row)));
  return changed
    .map((row) => {
      if ("position" in row) return `photo ${row.id}: ${row.state} at ${row.position}`;
      if ("loopId" in row) return `week ${row.week}: ${row.moderation}${row.openAgainAt ? ", open again" : ""}`;
      return `year: ${row.contentVersion}`;
    })
    .sort();
}

describe("the photos of a week", () => {
  it("are those that are in it, of its own year, in order", () => {
    expect(photosOf(own.loopId, 2).map(({ id }) => id)).toEqual([own.first(2), own.third(2)]);
    expect(removedPhotosOf(own.loopId, 2, NOW).map(({ id }) => id)).toEqual([own.removed(2)]);
    expect([...photoPlaces(own.loopId)]).toEqual([
      [own.first(1), { place: 1, ofWeek: 2 }],
      [own.third(1), { place: 2, ofWeek: 2 }],
      [own.first(2), { place: 1, ofWeek: 2 }],
      [own.third(2), { place: 2, ofWeek: 2 }],
    ]);
  });

  it("are found by their ids, by their owner, while they are in it", () => {
    expect(photoOwnedBy(own.accountId, own.third(2))?.id).toBe(own.third(2));
    expect(photoOwnedBy(person("Eve").id, own.third(2))).toBeUndefined();
    for (const id of [own.failed(2), own.removed(2), "none"]) expect(photoOwnedBy(own.accountId, id)).toBeUndefined();
  });

  it("close up for another one, and those of no other week or year", () => {
    expect(changedBy(() => write((tx) => expect(placeBehind(tx, own.loopId, 2)).toBe(3)))).toEqual([
      `photo ${own.third(2)}: ready at 2`,
    ]);
  });
});

describe("removing a photo", () => {
  it("changes it, its week and its year alone", () => {
    expect(changedBy(() => removePhoto(own.accountId, own.first(2), NOW))).toEqual([
      `photo ${own.first(2)}: removed at 1`,
      "week 2: PENDING",
      "year: 2",
    ]);
    expect(changedBy(() => removePhoto(own.accountId, own.third(2), NOW))).toEqual([
      `photo ${own.third(2)}: removed at 3`,
      "week 2: PENDING, open again",
      "year: 3",
    ]);
    expect(changedBy(() => restorePhoto(own.accountId, own.first(2), NOW))).toEqual([
      `photo ${own.first(2)}: ready at 1`,
      "week 2: PENDING",
      "year: 4",
    ]);
  });

  it("and putting it back finishes no other week that lost its photo", () => {
    removePhoto(own.accountId, own.first(2), NOW);
    db.update(entries).set({ openAgainAt: NOW }).run();
    expect(changedBy(() => restorePhoto(own.accountId, own.first(2), NOW))).toEqual([
      `photo ${own.first(2)}: ready at 2`,
      `photo ${own.third(2)}: ready at 1`,
      "week 2: PENDING",
      "year: 3",
    ]);
  });

  it.each(["PENDING", "FLAGGED"] as const)("leaves a week that waits for a moderator as it is: %s", (moderation) => {
    db.update(entries).set({ moderation, flagReason: "a phone number" }).where(eq(entries.loopId, own.loopId)).run();
    removePhoto(own.accountId, own.first(2), NOW);
    const rows = db.select().from(entries).where(eq(entries.loopId, own.loopId)).all();
    expect(rows.map((row) => [row.moderation, row.flagReason])).toEqual(Array(2).fill([moderation, "a phone number"]));
  });

  it("or putting one back is for its owner, and for what is there", () => {
    const { id: stranger } = person("Eve");
    const act = () => {
      expect([removePhoto(stranger, own.first(2), NOW), removePhoto(own.accountId, own.failed(2), NOW)]).toEqual([
        false,
        false,
      ]);
      for (const [who, id] of [
        [stranger, own.removed(2)],
        [own.accountId, own.failed(2)],
        [own.accountId, own.first(2)],
      ] as const)
        expect(restorePhoto(who, id, NOW)).toEqual({ ok: false, reason: "not_found" });
    };
    expect(changedBy(act)).toEqual([]);
  });
});

it("the content of a year is raised by its owner, while it is written", () => {
  const raise = (accountId: string) => write((tx) => raiseContentVersion(tx, accountId, own.loopId, NOW));
  expect(
    changedBy(() => expect([raise(others[0]?.accountId ?? ""), raise(own.accountId)]).toEqual([false, true])),
  ).toEqual(["year: 2"]);
  db.update(loops).set({ status: "PRINTING" }).where(eq(loops.id, own.loopId)).run();
  expect([raise(own.accountId), loopOwnedBy(own.accountId, own.loopId)?.contentVersion]).toEqual([false, 2]);
});
