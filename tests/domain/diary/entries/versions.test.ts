import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { drafts, entries, entryVersions, LOOP_STATUSES, loops } from "#db/schema";
import { writeWeek } from "~/domain/diary/entries/entries.server";
import { countVersions, restoreVersion, versionsOf } from "~/domain/diary/entries/versions.server";
import { type EntryWords, NO_WORDS } from "~/domain/diary/loops/entry-text";
import { NOW, person } from "../../../support/people";
import { everythingWritten, versionsIn, writtenYear } from "./written-year";

const yearBetweenOthers = () => [writtenYear(), writtenYear(), writtenYear()][1] ?? writtenYear();
const textOf = (loopId: string, week: number) =>
  db
    .select({ title: entries.title, content: entries.content, version: entries.version })
    .from(entries)
    .where(and(eq(entries.loopId, loopId), eq(entries.week, week)))
    .get();

describe("the earlier versions of a week", () => {
  it("are those of its own year and week, newest first", () => {
    const { accountId, loopId } = yearBetweenOthers();
    const listed = versionsOf(accountId, loopId, 2)?.versions ?? [];
    expect(listed.map((one) => [one.loopId, one.content])).toEqual([
      [loopId, "Version 2 of week 2"],
      [loopId, "Version 1 of week 2"],
    ]);
    expect([countVersions(loopId, 2), countVersions(loopId, 3)]).toEqual([2, 0]);
  });

  it("are there while the week has text or a version, for its owner alone", () => {
    const { accountId, loopId } = writtenYear();
    expect(versionsOf(accountId, loopId, 3)).toBeUndefined();
    expect(versionsOf(person("Eve").id, loopId, 1)).toBeUndefined();
    for (const table of [entries, drafts]) db.delete(table).where(eq(table.loopId, loopId)).run();
    expect(versionsOf(accountId, loopId, 1)?.versions).toHaveLength(2);
  });
});

describe("restoring a version", () => {
  it("makes it the text of its own week, and keeps the entry and the draft that it replaces", () => {
    const { loopId, place } = yearBetweenOthers();
    const before = everythingWritten();
    expect(restoreVersion(place(2), 1, NOW)).toEqual({ ok: true, version: 5 });
    expect(textOf(loopId, 2)).toEqual({ title: loopId, content: "Version 1 of week 2", version: 5 });
    expect(textOf(loopId, 1)).toEqual({ title: loopId, content: "Entry of week 1", version: 3 });
    // Its draft is a version now, and its entry too, beside the text of the version.
    expect(everythingWritten()).toHaveLength(before.length + 1);
    expect(versionsIn(loopId).map(({ content, version }) => [content, version])).toEqual([
      ["Version 1 of week 1", 1],
      ["Version 2 of week 1", 2],
      ["Version 1 of week 2", 1],
      ["Version 2 of week 2", 2],
      ["Entry of week 2", 3],
      ["Draft of week 2", 4],
    ]);
  });

  it("counts the versions of its own week", () => {
    const { loopId, place } = writtenYear();
    db.update(entryVersions)
      .set({ version: 9 })
      .where(and(eq(entryVersions.loopId, loopId), eq(entryVersions.week, 1), eq(entryVersions.version, 2)))
      .run();
    expect(restoreVersion(place(2), 1, NOW)).toEqual({ ok: true, version: 5 });
  });

  it("keeps no draft that says what the entry says", () => {
    const { loopId, place } = writtenYear();
    db.update(drafts).set({ content: "Entry of week 2" }).where(eq(drafts.loopId, loopId)).run();
    expect(restoreVersion(place(2), 1, NOW)).toEqual({ ok: true, version: 4 });
    expect(versionsIn(loopId).filter(({ content }) => content === "Entry of week 2")).toHaveLength(1);
  });

  it("that is not there, in a week that is not open, or of somebody else, changes nothing", () => {
    const { loopId, place } = writtenYear();
    const before = versionsIn(loopId);
    const tried = [
      restoreVersion(place(2), 9, NOW),
      restoreVersion(place(52), 1, NOW),
      restoreVersion({ ...place(2), accountId: person("Eve").id }, 1, NOW),
    ];
    expect(tried).toEqual(Array(3).fill({ ok: false, reason: "not_found" }));
    expect([versionsIn(loopId), textOf(loopId, 2)]).toEqual([
      before,
      { title: loopId, content: "Entry of week 2", version: 3 },
    ]);
  });

  it.each(LOOP_STATUSES.filter((status) => status !== "ACTIVE"))("is too late once the year is %s", (status) => {
    const { loopId, place } = writtenYear();
    db.update(loops).set({ status }).where(eq(loops.id, loopId)).run();
    expect(restoreVersion(place(2), 1, NOW)).toEqual({ ok: false, reason: "read_only" });
    expect(textOf(loopId, 2)).toEqual({ title: loopId, content: "Entry of week 2", version: 3 });
  });
});

describe("text that was sent too late", () => {
  it("is kept as a version of its own week, though another week or year has the same", () => {
    const [{ loopId, place }, other] = [writtenYear(), writtenYear()];
    const textIn = (title: string, content: string) => ({ ...NO_WORDS, title, content });
    const late = [textIn(loopId, "Version 1 of week 1"), textIn(other.loopId, "Version 1 of week 2")];
    const send = (words: EntryWords, isChosen = false) => {
      const revision = isChosen ? "3.1" : "0.0";
      return writeWeek({ ...place(2), words, revision, complete: false, isChosen }, NOW);
    };
    for (const words of late) expect(send(words)).toMatchObject({ ok: false, reason: "changed_meanwhile" });
    const kept = () => versionsIn(loopId).flatMap(({ week, content }) => (week === 2 ? content : []));
    const before = ["Version 1 of week 2", "Version 2 of week 2"];
    expect(kept()).toEqual([...before, "Version 1 of week 1", "Version 1 of week 2"]);
    const others = everythingWritten().filter((text) => !text.includes(loopId));
    for (const words of late.slice(0, 1)) send(words, true);
    expect(kept()).toEqual([...before, "Version 1 of week 2", "Draft of week 2"]);
    expect(versionsIn(loopId).filter(({ week }) => week === 1)).toHaveLength(2);
    expect(everythingWritten().filter((text) => !text.includes(loopId))).toEqual(others);
  });
});
