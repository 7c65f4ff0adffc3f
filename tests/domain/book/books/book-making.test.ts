import { buffer } from "node:stream/consumers";
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { bookFiles, drafts, entries, loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { bookDownload, renderBookFile, requestBook } from "~/domain/book/books/books.server";
import { makePrintOrder } from "~/domain/book/books/print-order.server";
import type { ModerationState } from "~/domain/diary/loops/printed-weeks";
import { addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto, storedKeys } from "../../../support/photo-rows";
import { plain, sentFile } from "../../../support/pictures";
import { openPdf, pageTexts, photoHashes } from "./pdf-reading";

/** Reads the text of the PDF itself, as the printer or the owner receives it. */

const ada = person("Ada");
const deliverTo = {
  name: "Ada Marsh",
  lines: ["14 Weavers Row"],
  city: "Otley",
  county: "",
  postcode: "LS21 3EX",
};
let print: Buffer;
let loopId: string;

beforeAll(async () => {
  print = await plain(1200, 900, "#557799").jpeg().withIccProfile("srgb").toBuffer();
});

beforeEach(() => {
  const data = { title: "Biscuit’s Year", startDay: "2025-11-20", printsNumbers: true };
  loopId = loopOf(ada.id, { theme: "pet", type: "puppys-first-year", ...data }).id;
});

function write(week: number, content: string, moderation: ModerationState = "PENDING") {
  const words = { prompt: `Asked in week ${week}?`, content, moderation };
  db.insert(entries)
    .values({ loopId, week, ...words, createdAt: NOW, updatedAt: NOW })
    .run();
}

function keepDraft(week: number, content: string) {
  db.insert(drafts)
    .values({ loopId, week, prompt: `Asked in week ${week}?`, content, updatedAt: NOW })
    .run();
}

async function addPhoto(week: number) {
  const key = `photos/${loopId}/week-${week}.jpg`;
  await storage.put(key, print, "image/jpeg");
  givePhoto(key, 1200, 900, { loopId, week, bytes: print.length });
}

const decide = (week: number, moderation: ModerationState) =>
  db
    .update(entries)
    .set({ moderation })
    .where(and(eq(entries.loopId, loopId), eq(entries.week, week)))
    .run();

async function read(key: string) {
  const file = await storage.read(key);
  const pdf = await openPdf(file ? await buffer(file.body) : Buffer.alloc(0));
  return { words: pageTexts(pdf).join(" "), photos: photoHashes(pdf).length };
}

/** The PDF of the book block for the printer. */
async function printed() {
  const made = await makePrintOrder({ loopId, binding: "standard", copies: 1, reference: "LP-1", deliverTo });
  if (!made.ok) throw new Error(made.detail);
  return await read(made.book.keys.interior);
}

/** The PDF that the owner looks at. */
async function proofed() {
  const input = requestBook(ada.id, loopId, "screen", NOW);
  if (!input.ok) throw new Error(input.reason);
  await renderBookFile(input.file.id, NOW);
  const file = await bookDownload(ada.id, input.file.id)?.open();
  const pdf = await openPdf(file ? await buffer(file.body) : Buffer.alloc(0));
  return pageTexts(pdf).join(" ");
}

const raiseVersion = () =>
  db.update(loops).set({ contentVersion: sql`content_version + 1` }).where(eq(loops.id, loopId)).run();
const version = () => db.select().from(loops).where(eq(loops.id, loopId)).get()?.contentVersion ?? 0;

describe("the text of the printed book", () => {
  it("has the weeks that wait, are flagged or approved, and none that a moderator rejected or hid", async () => {
    write(1, "The kettle sang to Voldemort, and then Voldemort sang.");
    write(2, "A heron stood in the pond.", "FLAGGED");
    write(3, "The gate was left open.", "APPROVED");
    await addPhoto(1);
    db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loopId)).run();
    const before = await printed();
    for (const words of ["The kettle sang", "A heron stood", "The gate was left", "Asked in week 3"]) {
      expect(before.words).toContain(words);
    }
    expect(before.photos).toBe(1);
    decide(1, "REJECTED");
    decide(3, "HIDDEN");
    raiseVersion();
    const after = await printed();
    expect(after.words).toContain("A heron stood");
    for (const words of ["kettle", "Voldemort", "The gate was left", "Asked in week 1", "Asked in week 3"]) {
      expect(after.words).not.toContain(words);
    }
    expect(after.photos).toBe(0);
    const shown = await proofed();
    expect(shown).toContain("A heron stood");
    expect(shown).not.toMatch(/kettle|Voldemort|The gate was left/);
  });

  it("can be opened before its pages are counted in the other size of type", async () => {
    write(1, "Biscuit slept on the stairs");
    const states = "CREATE TEMP TABLE states (state TEXT, other INTEGER)";
    const keep = "INSERT INTO temp.states VALUES (NEW.state, NEW.other_page_count)";
    rawConnection().exec(`${states}; CREATE TEMP TRIGGER kept AFTER UPDATE ON book_files BEGIN ${keep}; END`);
    try {
      await proofed();
      const kept = rawConnection()
        .prepare<[], { state: string; other: number | null }>("SELECT * FROM temp.states")
        .all();
      const [opened, counted] = kept.filter(({ state }) => state === "ready");
      expect(opened?.other).toBeNull();
      expect(counted?.other).toBeGreaterThan(0);
    } finally {
      rawConnection().exec("DROP TRIGGER temp.kept; DROP TABLE temp.states");
    }
  });

  it("has no unfinished week that its owner left out", async () => {
    write(1, "The kettle sang.");
    keepDraft(2, "A heron stood in the pond.");
    await addPhoto(3);
    expect(await proofed()).not.toContain("heron");
    const decided = { weeks: [2, 3], print: false };
    expect(signOffLoop(ada.id, loopId, version(), NOW, decided).ok).toBe(true);
    const { words, photos } = await printed();
    expect(words).toContain("The kettle sang");
    expect(words).not.toContain("heron");
    expect(photos).toBe(0);
  });

  it("has every word of those that print as they are, in the proof and at the printer’s", async () => {
    const counted = Array.from({ length: 3000 }, (_, index) => String(10_000 + index));
    const long = `Sheep ${counted.join(", ")}, and then we slept.`;
    expect(long.length).toBeGreaterThan(20_718);
    keepDraft(2, long);
    await addPhoto(3);
    write(4, "As it was saved.");
    keepDraft(4, "As it was changed.");
    db.update(loops).set({ printsDrafts: true }).where(eq(loops.id, loopId)).run();
    const shown = await proofed();
    const decided = { weeks: [2, 3, 4], print: true };
    expect(signOffLoop(ada.id, loopId, version(), NOW, decided).ok).toBe(true);
    const { words, photos } = await printed();
    for (const text of [shown, words]) {
      const numbers = new Set(text.match(/\d+/g));
      expect(counted.filter((number) => !numbers.has(number))).toEqual([]);
      expect(text).toContain("and then we slept.");
      expect(text).toContain("As it was changed.");
      expect(text).not.toContain("As it was saved.");
      // Nobody answered the question, so it is not printed.
      expect(text).not.toContain("Asked in week 3");
    }
    expect(photos).toBe(1);
  });
});

describe("making a book", () => {
  const rowOf = (id: string) => db.select().from(bookFiles).where(eq(bookFiles.id, id)).get();
  type Given = Pick<typeof bookFiles.$inferInsert, "loopId" | "kind" | "contentVersion" | "state">;
  const fileOf = (given: Given) =>
    db
      .insert(bookFiles)
      .values({ ...given, createdAt: NOW, updatedAt: NOW })
      .returning()
      .get();

  it.each([
    ["a photo is gone", "photos/gone.jpg"],
    ["storage fails", "not a key"],
  ])("leaves what another worker has finished as it is where %s, and every other book", async (_, printKey) => {
    const other = fileOf({ loopId: loopOf(ada.id).id, kind: "interior", contentVersion: 1, state: "rendering" });
    for (const week of [1, 2]) {
      write(week, "The kettle sang.");
      await addPhoto(week);
    }
    const isOfSecond = and(eq(photos.loopId, loopId), eq(photos.week, 2));
    db.update(photos).set({ printKey }).where(isOfSecond).run();
    const { id } = fileOf({ loopId, kind: "interior", contentVersion: 1, state: "waiting" });
    const making = renderBookFile(id, NOW).catch(() => "failed");
    db.update(bookFiles).set({ state: "ready" }).where(eq(bookFiles.id, id)).run();
    await making;
    expect(rowOf(id)).toMatchObject({ state: "ready", stepsDone: 0, failure: null });
    expect(rowOf(other.id)).toEqual(other);
  });

  it("removes older books of this year, and neither what is being made of it nor another year’s", async () => {
    write(1, "The kettle sang.");
    db.update(loops).set({ contentVersion: 3 }).where(eq(loops.id, loopId)).run();
    const otherId = loopOf(ada.id).id;
    const gone = [
      fileOf({ loopId, kind: "screen", contentVersion: 1, state: "failed" }),
      fileOf({ loopId, kind: "interior", contentVersion: 1, state: "ready" }),
    ];
    const kept = [
      fileOf({ loopId, kind: "interior", contentVersion: 2, state: "waiting" }),
      fileOf({ loopId, kind: "interior", contentVersion: 3, state: "ready" }),
      fileOf({ loopId: otherId, kind: "screen", contentVersion: 1, state: "ready" }),
      fileOf({ loopId: otherId, kind: "screen", contentVersion: 2, state: "rendering" }),
    ];
    const { id } = fileOf({ loopId, kind: "screen", contentVersion: 3, state: "waiting" });
    await renderBookFile(id, NOW);
    expect(rowOf(id)).toMatchObject({ state: "ready", contentVersion: 3 });
    expect(gone.map((file) => rowOf(file.id))).toEqual([undefined, undefined]);
    expect(kept.map((file) => rowOf(file.id))).toEqual(kept);
  });

  it("of a year that was deleted meanwhile leaves no file behind", async () => {
    write(1, "The kettle sang.");
    const { id } = fileOf({ loopId, kind: "screen", contentVersion: 1, state: "waiting" });
    const making = renderBookFile(id, NOW);
    db.delete(bookFiles).where(eq(bookFiles.id, id)).run();
    await making;
    expect(await storedKeys(`books/${loopId}/`)).toEqual([]);
  });

  it("has every photo, also one that still waited when it was asked for", async () => {
    write(1, "The kettle sang.");
    const sent = { path: sentFile(print), name: "gate.jpg", tooLarge: false };
    expect(await addPhotos({ accountId: ada.id, loopId, week: 1 }, [sent], NOW)).toMatchObject({ added: 1 });
    const input = requestBook(ada.id, loopId, "interior", NOW);
    if (!input.ok) throw new Error(input.reason);
    await renderBookFile(input.file.id, NOW);
    const { state, storageKey } = rowOf(input.file.id) ?? {};
    expect([state, (await read(storageKey ?? "")).photos]).toEqual(["ready", 1]);
  });

  it("is not made for the printer of a photo that waits, and is asked for again", async () => {
    write(1, "The kettle sang.");
    await addPhoto(1);
    db.update(photos).set({ isWaiting: true }).where(eq(photos.loopId, loopId)).run();
    db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loopId)).run();
    await expect(printed()).rejects.toThrow("A photo is still being prepared.");
  });
});
