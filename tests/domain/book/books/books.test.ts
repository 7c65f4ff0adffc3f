import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { bookFiles, entries, jobs, loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import {
  type BookKind,
  bookDownload,
  bookFileFor,
  bookProgress,
  countPages,
  remakeBook,
  renderBookFile,
  requestBook,
} from "~/domain/book/books/books.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";
import { openPdf, pageTexts, photoHashes } from "./pdf-reading";
import { printPhoto } from "./print-photos";

const maya = person("Maya");
const stranger = person("Stranger");
let print: Buffer;
let screen: Buffer;
let small: Buffer;
let loopId: string;

beforeAll(async () => {
  print = await printPhoto(1, 2551, 1913);
  screen = await printPhoto(1, 1600, 1200);
  small = await printPhoto(1, 320, 240);
});

beforeEach(() => {
  db.delete(jobs).run();
  db.delete(bookFiles).run();
  loopId = loopOf(maya.id, { title: "Biscuit & Co", theme: "pet", type: "puppys-first-year" }).id;
});

function write(week: number, given: Partial<typeof entries.$inferInsert> = {}) {
  const words = {
    prompt: "What did it chew?",
    content: "The good slippers.",
    highlight: "It slept through.",
  };
  db.insert(entries)
    .values({ loopId, week, ...words, createdAt: NOW, updatedAt: NOW, ...given })
    .run();
}

async function addPhoto(week: number, content = print) {
  const key = (size: string) => `photos/${loopId}/week-${week}-${size}.jpg`;
  await storage.put(key("print"), content, "image/jpeg");
  await storage.put(key("screen"), screen, "image/jpeg");
  await storage.put(key("thumb"), small, "image/jpeg");
  const keys = { originalKey: key("original"), screenKey: key("screen"), thumbKey: key("thumb") };
  const original = { fileName: "slippers.jpg", width: 4000, height: 3000, bytes: content.length };
  givePhoto(key("print"), 2551, 1913, { loopId, week, ...original, ...keys });
  return key;
}

const change = () =>
  db
    .update(loops)
    .set({ contentVersion: sql`${loops.contentVersion} + 1` })
    .where(eq(loops.id, loopId))
    .run();

const rowOf = (id: string) => db.select().from(bookFiles).where(eq(bookFiles.id, id)).get();

function ask(kind: BookKind = "interior") {
  const input = requestBook(maya.id, loopId, kind, NOW);
  if (!input.ok) throw new Error(input.reason);
  return input.file;
}

describe("asking for a book", () => {
  it("begins one, with one job, however often it is asked", () => {
    write(1);
    const first = ask();
    expect(ask().id).toBe(first.id);
    expect(first).toMatchObject({ state: "waiting", kind: "interior", contentVersion: 1 });
    expect(db.select().from(jobs).all()).toMatchObject([{ kind: "render-book", subjectId: first.id }]);
    expect(bookProgress(maya.id, loopId)).toMatchObject({
      fileId: first.id,
      state: "waiting",
      stepsTotal: 0,
    });
  });

  it("is refused to anybody else, and of a year that is not there", () => {
    write(1);
    for (const [account, id] of [
      [stranger.id, loopId],
      [maya.id, "unknown"],
    ] as const)
      expect(requestBook(account, id, "screen", NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(db.select().from(bookFiles).all()).toEqual([]);
  });

  it("is refused where nothing is written, or nothing of it may print", () => {
    expect(requestBook(maya.id, loopId, "screen", NOW)).toEqual({ ok: false, reason: "nothing_to_print" });
    write(1, { moderation: "REJECTED" });
    write(2, { moderation: "HIDDEN" });
    expect(requestBook(maya.id, loopId, "screen", NOW)).toEqual({ ok: false, reason: "nothing_to_print" });
    write(3, { moderation: "FLAGGED" });
    expect(requestBook(maya.id, loopId, "screen", NOW).ok).toBe(true);
  });

  it("begins a new one when the loop has changed", () => {
    write(1);
    const first = ask();
    change();
    expect(bookProgress(maya.id, loopId)).toBeNull();
    expect(ask().id).not.toBe(first.id);
  });

  it("starts again after the job died", () => {
    write(1);
    const file = ask();
    db.update(jobs).set({ state: "dead" }).run();
    expect(bookProgress(maya.id, loopId)?.state).toBe("failed");
    expect(ask().id).toBe(file.id);
    expect(bookProgress(maya.id, loopId)?.state).toBe("waiting");
  });

  it("starts again where another year’s book or another job is under way, and changes no other book", () => {
    const otherId = loopOf(maya.id).id;
    const at = { contentVersion: 1, createdAt: NOW, updatedAt: NOW };
    const other = db
      .insert(bookFiles)
      .values({ ...at, loopId: otherId, kind: "interior", state: "rendering" })
      .returning()
      .get();
    write(1);
    const { id } = ask();
    db.update(jobs).set({ state: "done" }).run();
    for (const [kind, subjectId] of [
      ["render-book", other.id],
      ["make-print-files", id],
    ] as const)
      db.insert(jobs).values({ kind, subjectId, state: "running", runAfter: NOW, createdAt: NOW }).run();
    expect(bookProgress(maya.id, loopId)?.state).toBe("failed");
    db.update(bookFiles).set({ state: "failed", failure: "broken" }).where(eq(bookFiles.id, id)).run();
    expect(ask()).toMatchObject({ id, state: "waiting", failure: null });
    expect(rowOf(other.id)).toEqual(other);
  });

  it("starts again where it failed and its job has not ended yet", () => {
    write(1);
    const { id } = ask();
    db.update(jobs).set({ state: "running" }).run();
    db.update(bookFiles).set({ state: "failed" }).run();
    expect(ask()).toMatchObject({ id, state: "waiting" });
  });

  it("is not begun again where the other quality stopped the worker each time", () => {
    write(1);
    const { id } = ask("screen");
    db.update(jobs).set({ state: "dead", deaths: 9 }).run();
    expect([ask("screen").id, ask("interior").id]).toEqual([id, id]);
    expect(bookProgress(maya.id, loopId)?.state).toBe("set_aside");
    expect(db.select().from(jobs).all()).toHaveLength(1);
  });
});

describe("a finished book", () => {
  /** As a worker has stored it. */
  function finish(id: string) {
    const file = { storageKey: `books/${id}.pdf`, bytes: 9, sha256: "ab", pageCount: 99 };
    db.update(bookFiles)
      .set({ state: "ready", ...file })
      .where(eq(bookFiles.id, id))
      .run();
    db.update(jobs).set({ state: "done" }).run();
  }

  it("is given to its owner who asks again, and its pages are counted", () => {
    write(1);
    const { id } = ask();
    expect(countPages(maya.id, loopId)).not.toBe(99);
    finish(id);
    expect(ask()).toMatchObject({ id, state: "ready" });
    expect([countPages(maya.id, loopId), countPages(stranger.id, loopId)]).toEqual([99, undefined]);
  });

  it("is made again where its files are damaged, has no download meanwhile, and no other book changes", () => {
    write(1);
    const [interior, screenFile] = [ask("interior"), ask("screen")];
    for (const { id } of [interior, screenFile]) finish(id);
    const other = rowOf(interior.id);
    expect(remakeBook(screenFile.id, NOW)).toBe(true);
    expect(rowOf(screenFile.id)).toMatchObject({ state: "waiting", stepsTotal: 0 });
    expect(bookDownload(maya.id, screenFile.id)).toBeUndefined();
    expect([bookDownload(maya.id, interior.id)?.bytes, rowOf(interior.id)]).toEqual([9, other]);
    expect([remakeBook(screenFile.id, NOW), remakeBook("nothing", NOW)]).toEqual([false, false]);
  });
});

describe("making a book", () => {
  it("keeps a PDF with the words and the photo of the week, for its owner alone", async () => {
    write(1);
    write(2, { content: "Never to be printed.", moderation: "REJECTED" });
    await addPhoto(1);
    db.update(loops).set({ printsNumbers: true }).where(eq(loops.id, loopId)).run();
    const file = ask();
    await renderBookFile(file.id, NOW);

    const ready = bookFileFor(maya.id, loopId);
    expect(ready).toMatchObject({ state: "ready", failure: null, stepsDone: 4, stepsTotal: 4 });
    expect(ready?.storageKey).toBe(`books/${loopId}/1-interior-${ready?.sha256?.slice(0, 16)}.pdf`);
    expect(bookProgress(maya.id, loopId)).toMatchObject({ state: "ready", pageCount: ready?.pageCount });

    const download = bookDownload(maya.id, file.id);
    const opened = await download?.open();
    expect(download?.fileName).toBe("biscuit-co-print.pdf");
    const bytes = opened ? await buffer(opened.body) : Buffer.alloc(0);
    expect(bytes.length).toBe(ready?.bytes);
    const pdf = await openPdf(bytes);
    expect(pdf.getPageCount()).toBe(ready?.pageCount);
    const words = pageTexts(pdf).join(" ");
    expect(words).toContain("The good slippers.");
    expect(words).not.toContain("Never to be printed");
    expect(words).toContain("The year in numbers");
    // Two weeks as short as these take as many pages in large print.
    expect(ready?.otherPageCount).toBe(ready?.pageCount);
    expect(photoHashes(pdf)).toHaveLength(1);

    expect(bookDownload(stranger.id, file.id)).toBeUndefined();
    expect(bookFileFor(stranger.id, loopId)).toBeUndefined();
    expect(bookProgress(stranger.id, loopId)).toBeNull();
    expect(readdirSync(join(settings.dataFolder, "work"))).toEqual([]);

    await renderBookFile(file.id, new Date(NOW.getTime() + 60_000));
    expect(bookFileFor(maya.id, loopId)).toEqual(ready);
  });

  it("for the screen has the same pages with smaller photos, and is stored beside the one for print", async () => {
    write(1);
    await addPhoto(1);
    const [forPrint, forScreen] = [ask("interior"), ask("screen")];
    await renderBookFile(forPrint.id, NOW);
    await renderBookFile(forScreen.id, NOW);
    const books = await Promise.all(
      [forPrint, forScreen].map(async ({ id }) => {
        const download = bookDownload(maya.id, id);
        const opened = await download?.open();
        const pdf = await openPdf(opened ? await buffer(opened.body) : Buffer.alloc(0));
        return { name: download?.fileName, words: pageTexts(pdf), photos: photoHashes(pdf), pdf };
      }),
    );
    const [printed, shown] = books;
    expect(books.map(({ name }) => name)).toEqual(["biscuit-co-print.pdf", "biscuit-co.pdf"]);
    expect(shown?.words).toEqual(printed?.words);
    const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect([printed?.photos, shown?.photos]).toEqual([[sha256(print)], [sha256(screen)]]);
    expect(bookProgress(maya.id, loopId, "screen")?.warnings).toEqual(
      bookProgress(maya.id, loopId, "interior")?.warnings,
    );
    const stale = bookFileFor(maya.id, loopId, "interior");
    change();
    expect(bookFileFor(maya.id, loopId)).toBeUndefined();
    const next = ask("screen");
    await renderBookFile(next.id, NOW);
    expect(bookFileFor(maya.id, loopId)?.id).toBe(next.id);
    // Both old files are deleted; the print file is made again only when somebody requests it.
    expect(db.select({ id: bookFiles.id }).from(bookFiles).all()).toEqual([{ id: next.id }]);
    expect(bookDownload(maya.id, forPrint.id)).toBeUndefined();
    expect(await storage.read(stale?.storageKey ?? "")).toBeUndefined();
  });

  it("makes the newest content where the loop changed while the job waited", async () => {
    write(1);
    const file = ask();
    change();
    await renderBookFile(file.id, NOW);
    expect(bookFileFor(maya.id, loopId)).toMatchObject({ id: file.id, contentVersion: 2 });
  });

  it("leaves the work to the newer book where one was asked for", async () => {
    write(1);
    const overtaken = ask();
    change();
    const newer = ask();
    await renderBookFile(overtaken.id, NOW);
    expect(
      db
        .select()
        .from(bookFiles)
        .all()
        .map(({ id }) => id),
    ).toEqual([newer.id]);
  });

  it("fails, and says why, where a photo's file is gone or broken, and can be asked for again", async () => {
    write(1);
    const key = await addPhoto(1, Buffer.from("This is no photo."));
    const file = ask();
    await renderBookFile(file.id, NOW);
    expect(bookProgress(maya.id, loopId)?.state).toBe("failed");
    const grey = await sharp(print).toColourspace("b-w").jpeg().toBuffer();
    await storage.put(key("print"), grey, "image/jpeg");
    await renderBookFile(ask().id, NOW);
    expect(bookProgress(maya.id, loopId)?.state).toBe("failed");
    await storage.remove(key("print"));
    expect(ask()).toMatchObject({ id: file.id, state: "waiting" });
    await renderBookFile(file.id, NOW);
    const failed = db.select().from(bookFiles).where(eq(bookFiles.id, file.id)).get();
    expect(failed?.failure).toContain("photo_unreadable");
  });

  it("goes back in line where a photo was made again while it was being made, and has the new one then", async () => {
    write(1);
    const key = await addPhoto(1);
    const file = ask();
    db.update(photos).set({ printKey: "photos/gone.jpg" }).where(eq(photos.loopId, loopId)).run();
    const making = renderBookFile(file.id, NOW);
    db.update(photos)
      .set({ printKey: key("print") })
      .where(eq(photos.loopId, loopId))
      .run();
    change();
    await expect(making).rejects.toThrow("changed while its book was made");
    expect(db.select().from(bookFiles).where(eq(bookFiles.id, file.id)).get()?.state).toBe("waiting");
    await renderBookFile(file.id, NOW);
    expect(bookFileFor(maya.id, loopId)).toMatchObject({ id: file.id, contentVersion: 2 });
  });

  it("goes back in line where storage fails, so that it is tried again", async () => {
    write(1);
    await addPhoto(1);
    db.update(photos).set({ printKey: "not a key" }).where(eq(photos.loopId, loopId)).run();
    const file = ask();
    await expect(renderBookFile(file.id, NOW)).rejects.toThrow("storage key");
    expect(bookProgress(maya.id, loopId)).toMatchObject({ fileId: file.id, state: "waiting", stepsDone: 0 });
    expect(readdirSync(join(settings.dataFolder, "work"))).toEqual([]);
  });

  it("does nothing for a row that is gone", async () => {
    await renderBookFile("no-such-file", NOW);
    expect(existsSync(join(settings.dataFolder, "books", "no-such-file"))).toBe(false);
  });
});
