import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { drafts, entries, entryVersions, loops } from "#db/schema";
import { chooseDrafts } from "~/domain/book/books/book-choices.server";
import { openWeek, writeWeek } from "~/domain/diary/entries/entries.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import type { EntryWords } from "~/domain/diary/loops/forms";
import { type Loop, loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { type ModerationState, needsDecision } from "~/domain/diary/loops/printed-weeks";
import { bookWeeksOf, undecidedWeeksOf, weekStandingsOf } from "~/domain/diary/loops/printed-weeks.server";
import { addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { preparePhotosOf } from "~/domain/diary/photos/photo-preparing.server";
import { photosOf, removePhoto } from "~/domain/diary/photos/photos.server";
import { addDays } from "~/domain/kernel/time/days";
import { type DraftsDecision, signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";
import { plain, sentFile } from "../../../support/pictures";

let picture: Buffer;
beforeAll(async () => {
  picture = await plain(60, 40).jpeg().toBuffer();
});

/** A year in its last week, with its owner. */
function ownLoop(): Loop {
  const startDay = addDays("2026-11-20", -360);
  return loopOf(person("Ada").id, { startDay, deliveryDay: addDays(startDay, 378) });
}

const now = (loop: Loop) => {
  const found = loopOwnedBy(loop.accountId, loop.id);
  if (!found) throw new Error("The loop is gone.");
  return found;
};

function write(loop: Loop, week: number, words: Partial<EntryWords>, complete = false) {
  const { accountId, id: loopId } = loop;
  const opened = openWeek(accountId, loopId, week, NOW);
  if (!opened.ok) throw new Error(opened.reason);
  const { revision } = opened.writing;
  return writeWeek({ accountId, loopId, week, revision, words: { ...NO_WORDS, ...words }, complete }, NOW);
}

async function addPicture(loop: Loop, week: number) {
  const place = { accountId: loop.accountId, loopId: loop.id, week };
  const { added } = await addPhotos(place, [{ path: sentFile(picture), name: "a.jpg", tooLarge: false }], NOW);
  expect(added).toBe(1);
  await preparePhotosOf(loop.id, NOW);
}

async function finish(loop: Loop, week: number, content = `We wrote week ${week}.`) {
  await addPicture(loop, week);
  expect(write(loop, week, { content }, true)).toMatchObject({ ok: true, saved: "entry" });
}

function decide(loop: Loop, week: number, moderation: ModerationState) {
  db.update(entries).set({ moderation }).where(eq(entries.loopId, loop.id)).run();
  expect(entryAt(loop, week)?.moderation).toBe(moderation);
}

const entryAt = (loop: Loop, week: number) =>
  db
    .select()
    .from(entries)
    .where(eq(entries.loopId, loop.id))
    .all()
    .find((row) => row.week === week);

/** The state of each week; those that need a decision, and the states alone, are also found without the text. */
function statuses(loop: Loop) {
  const weeks = bookWeeksOf(now(loop));
  expect(undecidedWeeksOf(now(loop))).toEqual(weeks.filter(({ state }) => needsDecision(state)));
  expect(weekStandingsOf(now(loop))).toEqual(
    weeks.map(({ week, state, entry, photos }) => ({
      week,
      state,
      finishedAt: entry?.createdAt ?? null,
      photos: photos.map(({ id }) => id),
    })),
  );
  return Object.fromEntries(weeks.map(({ week, state }) => [week, state]));
}
const printedOf = (loop: Loop) =>
  Object.fromEntries(bookWeeksOf(now(loop)).map(({ week, printed }) => [week, printed?.content ?? null]));

function signOff(loop: Loop, decided?: DraftsDecision) {
  return signOffLoop(loop.accountId, loop.id, now(loop).contentVersion, NOW, decided);
}

describe("a week that was begun", () => {
  it("with an answer and no photo, a photo and no answer, or too many words, is not empty", async () => {
    const loop = ownLoop();
    await finish(loop, 1);
    write(loop, 2, { content: "No photo yet." });
    await addPicture(loop, 3);
    await addPicture(loop, 4);
    expect(write(loop, 4, { content: "word ".repeat(4000) }, true).ok).toBe(false);
    write(loop, 5, { highlight: " " });
    expect(statuses(loop)).toEqual({ 1: "printing", 2: "unfinished", 3: "unfinished", 4: "unfinished" });
    expect(printedOf(loop)).toEqual({ 1: "We wrote week 1.", 2: null, 3: null, 4: null });
  });

  it("prints as it is where its owner chose so, in full, and each word more is another book", async () => {
    const loop = ownLoop();
    await addPicture(loop, 3);
    const long = "word ".repeat(4000);
    write(loop, 4, { content: long });
    expect(chooseDrafts(loop.accountId, loop.id, true, NOW)).toEqual({ ok: true });
    expect(printedOf(loop)).toEqual({ 3: "", 4: long });
    const before = now(loop).contentVersion;
    expect(chooseDrafts(loop.accountId, loop.id, true, NOW)).toEqual({ ok: true });
    expect(now(loop).contentVersion).toBe(before);
    write(loop, 4, { content: `${long}more` });
    expect(now(loop).contentVersion).toBe(before + 1);
    chooseDrafts(loop.accountId, loop.id, false, NOW);
    const without = now(loop).contentVersion;
    write(loop, 4, { content: long });
    expect(now(loop).contentVersion).toBe(without);
  });

  it("over a finished one prints only where its owner chose so; words taken out again never do", async () => {
    const loop = ownLoop();
    await finish(loop, 1, "As it was saved.");
    write(loop, 1, { content: "As it was changed." });
    expect(statuses(loop)).toEqual({ 1: "changed" });
    expect(printedOf(loop)).toEqual({ 1: "As it was saved." });
    chooseDrafts(loop.accountId, loop.id, true, NOW);
    expect(printedOf(loop)).toEqual({ 1: "As it was changed." });
    write(loop, 1, { content: " " });
    expect(statuses(loop)).toEqual({ 1: "printing" });
    expect(printedOf(loop)).toEqual({ 1: "As it was saved." });
  });

  it("over one that a moderator keeps out stays out", async () => {
    const loop = ownLoop();
    await finish(loop, 1);
    decide(loop, 1, "HIDDEN");
    write(loop, 1, { content: "Changed." });
    chooseDrafts(loop.accountId, loop.id, true, NOW);
    expect(statuses(loop)).toEqual({ 1: "kept_out" });
    expect(printedOf(loop)).toEqual({ 1: null });
  });
});

describe("sending a year with unfinished weeks to print", () => {
  it("is refused without a decision, or with one about other weeks or other pages", async () => {
    const loop = ownLoop();
    await finish(loop, 1);
    write(loop, 2, { content: "No photo yet." });
    write(loop, 1, { content: "Changed." });
    const refused = { ok: false, reason: "undecided" };
    expect(signOff(loop)).toEqual(refused);
    expect(signOff(loop, { weeks: [2], print: false })).toEqual(refused);
    expect(signOff(loop, { weeks: [1, 2, 3], print: false })).toEqual(refused);
    // The pages were set without them.
    expect(signOff(loop, { weeks: [1, 2], print: true })).toEqual(refused);
    expect(now(loop).status).toBe("ACTIVE");
    expect(signOff(loop, { weeks: [2, 1], print: false }).ok).toBe(true);
  });

  it("leaves them out and keeps every word of them", async () => {
    const loop = ownLoop();
    await finish(loop, 1);
    write(loop, 2, { content: "No photo yet." });
    await addPicture(loop, 3);
    expect(signOff(loop, { weeks: [2, 3], print: false }).ok).toBe(true);
    expect(printedOf(loop)).toEqual({ 1: "We wrote week 1.", 2: null, 3: null });
    const kept = db.select().from(drafts).where(eq(drafts.loopId, loop.id)).all();
    expect(kept).toMatchObject([{ week: 2, content: "No photo yet." }]);
    expect(photosOf(loop.id, 3)).toHaveLength(1);
  });

  it("finishes those that print as they are, for moderators to review and their owner to read", async () => {
    const loop = ownLoop();
    await finish(loop, 1, "As it was saved.");
    write(loop, 1, { content: "As it was changed." });
    write(loop, 2, { content: "Ring me on 07700 900123." });
    await addPicture(loop, 3);
    decide(loop, 1, "APPROVED");
    chooseDrafts(loop.accountId, loop.id, true, NOW);
    const proof = bookWeeksOf(now(loop)).map(({ week, printed, photos }) => ({ week, printed, photos }));
    expect(signOff(loop, { weeks: [1, 2, 3], print: true }).ok).toBe(true);
    expect(statuses(loop)).toEqual({ 1: "printing", 2: "printing", 3: "printing" });
    const sent = bookWeeksOf(now(loop)).map(({ week, printed, photos }) => ({ week, printed, photos }));
    // A question that nobody answered is not printed, so week 3 may have one now.
    expect(sent.slice(0, 2)).toEqual(proof.slice(0, 2));
    expect(sent[2]).toEqual({ ...proof[2], printed: { ...proof[2]?.printed, prompt: expect.any(String) } });
    expect([1, 2, 3].map((week) => entryAt(loop, week)?.moderation)).toEqual(["PENDING", "FLAGGED", "PENDING"]);
    expect(db.select().from(drafts).where(eq(drafts.loopId, loop.id)).all()).toEqual([]);
    const older = db.select().from(entryVersions).where(eq(entryVersions.loopId, loop.id)).all();
    expect(older).toMatchObject([{ version: 1, content: "As it was saved." }]);
  });

  it("goes where nothing but unfinished weeks prints", async () => {
    const loop = ownLoop();
    write(loop, 2, { content: "No photo yet." });
    expect(signOff(loop, { weeks: [2], print: false })).toEqual({ ok: false, reason: "nothing_written" });
    chooseDrafts(loop.accountId, loop.id, true, NOW);
    expect(signOff(loop, { weeks: [2], print: true }).ok).toBe(true);
  });

  it("asks about nothing where every week is finished, hidden or empty", async () => {
    const loop = ownLoop();
    await finish(loop, 1);
    await addPicture(loop, 3);
    for (const photo of photosOf(loop.id, 3)) removePhoto(loop.accountId, photo.id, NOW);
    expect(signOff(loop).ok).toBe(true);
  });

  it("cannot be chosen any more once it has gone, nor by anybody else", async () => {
    const loop = ownLoop();
    await finish(loop, 1);
    const stranger = person("Winifred");
    expect(chooseDrafts(stranger.id, loop.id, true, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(signOff(loop).ok).toBe(true);
    expect(chooseDrafts(loop.accountId, loop.id, true, NOW)).toEqual({ ok: false, reason: "read_only" });
    expect(db.select().from(loops).where(eq(loops.id, loop.id)).get()?.printsDrafts).toBe(false);
  });
});

describe("of several years with the same weeks", () => {
  const rowIn = (loopId: string, week: number) => ({ loopId, week, prompt: "What?", createdAt: NOW, updatedAt: NOW });

  it("each has its own text, and what is decided in another one changes nothing", () => {
    const [before, own, after] = [ownLoop(), ownLoop(), ownLoop()];
    for (const { id } of [before, own, after]) {
      db.insert(entries)
        .values([1, 2].map((week) => ({ ...rowIn(id, week), content: `Entry of ${id}` })))
        .run();
      db.insert(drafts)
        .values({ loopId: id, week: 1, prompt: "What?", content: `Draft of ${id}`, updatedAt: NOW })
        .run();
      givePhoto(`photos/${id}/2.jpg`, 8, 6, { loopId: id, week: 2 });
    }
    for (const { id } of [before, after]) {
      db.update(entries).set({ moderation: "HIDDEN" }).where(eq(entries.loopId, id)).run();
      db.insert(entries)
        .values([3, 4].map((week) => ({ ...rowIn(id, week), content: "Elsewhere" })))
        .run();
    }
    givePhoto(`photos/${own.id}/3.jpg`, 8, 6, { loopId: own.id, week: 3 });
    givePhoto(`photos/${own.id}/4.jpg`, 8, 6, { loopId: own.id, week: 4, state: "removed" });
    givePhoto(`photos/${own.id}/2-removed.jpg`, 8, 6, { loopId: own.id, week: 2, position: 2, state: "removed" });
    expect(undecidedWeeksOf(own).map(({ week, state, entry }) => [week, state, entry?.content])).toEqual([
      [1, "changed", `Entry of ${own.id}`],
      [3, "unfinished", undefined],
    ]);
    expect(bookWeeksOf(own).map(({ week, entry, photos }) => [week, entry?.content, photos.length])).toEqual([
      [1, `Entry of ${own.id}`, 0],
      [2, `Entry of ${own.id}`, 1],
      [3, undefined, 1],
    ]);
    expect(weekStandingsOf(own).map(({ week, state, photos }) => [week, state, photos.length])).toEqual([
      [1, "changed", 0],
      [2, "printing", 1],
      [3, "unfinished", 1],
    ]);
  });

  it("a finished week that lost its last photo is open again without a draft", () => {
    const own = ownLoop();
    db.insert(entries)
      .values({ ...rowIn(own.id, 1), content: "It rained.", openAgainAt: NOW })
      .run();
    expect(undecidedWeeksOf(own).map(({ week, state }) => [week, state])).toEqual([[1, "unfinished"]]);
  });
});
