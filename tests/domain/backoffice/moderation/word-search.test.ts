import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { attempts, chosenPrompts, entries, entryViews } from "#db/schema";
import { foundBySearch, searchInWords } from "~/domain/backoffice/moderation/word-search.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";
import { colleague } from "../../people/staff/colleagues";
import { weekOf } from "./weeks";

let other = "";
let moderator = "";
beforeAll(async () => {
  other = (await colleague("moderator")).id;
  moderator = (await colleague("moderator")).id;
});
beforeEach(() => {
  db.delete(entries).run();
  db.delete(attempts).run();
});

async function search(words: string, staffId = moderator) {
  const searched = await searchInWords({ words, why: "Complaint", reason: "A neighbour rang us" }, staffId, NOW);
  if (!searched.ok) return searched.reason;
  const found = foundBySearch(searched.searchId, staffId, NOW);
  return { searchId: searched.searchId, ids: found?.rows.map(({ id }) => id) ?? [], isMore: found?.isMore };
}

describe("a search in words", () => {
  it("looks into the weeks that it finds alone: by words, captions of photos that are there, and own questions", async () => {
    const { id, loopId } = weekOf("Ada", { content: "The heron took it." });
    const week = (number: number) => weekOf("Ada", { loopId, week: number }).id;
    const captioned = week(2);
    const asked = week(3);
    const without = week(4);
    const caption = "A heron";
    givePhoto("there", 4, 3, { loopId, week: 2, caption });
    givePhoto("removed", 4, 3, { loopId, week: 4, caption, state: "removed" });
    // Of another person's year, weeks of the same numbers.
    const elsewhere = weekOf("Bea", { week: 2 });
    const unasked = weekOf("Bea", { loopId: elsewhere.loopId, week: 3 });
    db.insert(chosenPrompts)
      .values([
        { loopId, week: 3, prompt: "Which heron?", ownWords: true, createdAt: NOW },
        { loopId, week: 4, prompt: "Which heron?", createdAt: NOW },
      ])
      .run();
    expect(await search("heron")).toMatchObject({ ids: expect.arrayContaining([id, captioned, asked]), isMore: false });
    const looks = db.select().from(entryViews).all();
    for (const other of [without, elsewhere.id, unasked.id])
      expect(looks.map(({ entryId }) => entryId)).not.toContain(other);
    expect(looks).toHaveLength(3);
  });

  it("can be made six times an hour, by each moderator alone", async () => {
    for (let time = 0; time < 6; time += 1) expect(await search("heron")).toMatchObject({ ids: [] });
    expect(await search("heron")).toBe("too_many");
    expect(await search("heron", other)).toMatchObject({ ids: [] });
  });

  it("can be read again by who searched, for an hour", async () => {
    weekOf("Ada", { content: "A heron" });
    const searched = await search("heron");
    if (typeof searched === "string") throw new Error(searched);
    const readBy = (staffId: string, seconds: number) =>
      foundBySearch(searched.searchId, staffId, later(seconds))?.rows.length;
    expect([readBy(moderator, 3599.999), readBy(moderator, 3600), readBy(other, 0)]).toEqual([1, undefined, undefined]);
    const done = { staffId: moderator, action: "entries.open", object: { type: "entry", id: "one" } };
    const opened = write((tx) => recordAuditEvent(tx, { ...done, after: { entryIds: [] }, now: NOW }));
    expect(foundBySearch(opened, moderator, NOW)).toBeUndefined();
    expect(foundBySearch(opened + 1, moderator, NOW)).toBeUndefined();
  });

  /** The newest 250 entries are read first, and of one moment the last by number. */
  const written = (wanted: { areOfOneMoment: boolean; from: number; to: number }) => {
    const years = Array.from({ length: 6 }, () => loopOf(person("Ada").id).id);
    const rows = Array.from({ length: 251 }, (_, place) => ({
      id: `entry-${wanted.areOfOneMoment ? 999 - place : 100 + place}`,
      createdAt: wanted.areOfOneMoment ? NOW : later(-place),
      content: place >= wanted.from && place < wanted.to ? "A heron" : "Nothing",
      ...{ loopId: years[Math.floor(place / 50)] ?? "", week: 1 + (place % 50), prompt: "", updatedAt: NOW },
    }));
    db.insert(entries).values(rows).run();
  };

  it.each([
    [{ areOfOneMoment: true, from: 200, to: 250 }, false],
    [{ areOfOneMoment: false, from: 200, to: 250 }, false],
    [{ areOfOneMoment: false, from: 200, to: 251 }, true],
    [{ areOfOneMoment: true, from: 200, to: 251 }, true],
  ] as const)("reads each week once, however many were written: %o", async (wanted, isMore) => {
    written(wanted);
    const found = await search("heron");
    expect(found).toMatchObject({ isMore });
    expect(typeof found === "string" ? [] : found.ids).toHaveLength(50);
  });
});
