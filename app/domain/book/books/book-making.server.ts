import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { and, eq, inArray, lt, ne, or } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareGet } from "#db/queries.server";
import { bookFiles } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { preparePhoto, waitingPhotosOf } from "~/domain/diary/photos/photo-preparing.server";
import { pictureKeysOf } from "../typesetting/page-pictures";
import { BOOK_FILES, type BookFile, makeBookFiles, stepsOf } from "./book-files.server";
import { type BookKind, type BookSource, contentVersionOf, isFileOf, readBookInput } from "./book-reader.server";
import type { ReportedBook } from "./reported-book.server";
import { storedPhotos } from "./stored-photos.server";

/**
 * The job that makes a book: fetches its photos, has it laid out and rendered to a PDF file, and stores the file. A
 * book that cannot be made keeps the reason and is not retried; when storage or the machine fails, the job throws and
 * is retried. Running it twice makes one book.
 */

/** Progress is written about this many times per book. */
const UPDATES_PER_BOOK = 50;

/** Makes the book of one row. Leaves a row alone that is missing, ready or superseded by a newer one. */
export async function renderBookFile(bookFileId: string, now: Date): Promise<void> {
  // The reader of a book does not wait for everybody's photos as well.
  const wanted = findWanted(bookFileId);
  for (const id of wanted ? waitingPhotosOf(wanted.loopId) : []) await preparePhoto(id, now);
  const begun = begin(bookFileId, now);
  if (begun === null) return;
  const workFolder = join(settings.dataFolder, "work", `book-${newId()}`);
  mkdirSync(workFolder, { recursive: true });
  try {
    const { source, kind, loopId } = begun;
    const content = { input: source.input, artwork: source.artwork, photos: storedPhotos(source, kind) };
    const note = progressWriter(bookFileId, stepsOf(source.photoKeys.length), now);
    const made = await makeBookFiles(content, workFolder, note);
    if (!made.ok) {
      if (made.reason === "photo_unreadable") throwIfChanged(loopId, source);
      return fail(bookFileId, made, now);
    }
    const key = `${stemOfFile(begun)}-${made.made.sha256.slice(0, 16)}.pdf`;
    const keys = fileKeys(key);
    await Promise.all(
      FILES.map((file) => {
        const { name, contentType } = BOOK_FILES[file];
        return storage.put(keys[file], { file: join(workFolder, name) }, contentType);
      }),
    );
    const about = { loopId, kind, contentVersion: source.contentVersion, photoCount: source.photoKeys.length, key };
    await removeBooks(write((tx) => finish(tx, bookFileId, about, made.made, now)));
    // Its reader need not wait for this, which takes as long as typesetting.
    if (!source.isSignedOff) keepOtherCount(bookFileId, await made.countOther());
  } catch (error) {
    returnToQueue(bookFileId, error, now);
    throw error;
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

/** What the keys of a book's files begin with. */
export const stemOfFile = ({ loopId, kind, source }: Begun) => `books/${loopId}/${source.contentVersion}-${kind}`;

export const FILES = Object.keys(BOOK_FILES) as readonly BookFile[];

/** The keys of a book's files, by that of the book. */
export const fileKeys = (key: string): Record<BookFile, string> => ({ pdf: key, ...pictureKeysOf(key) });

/** Removes the files of books. */
export async function removeBooks(keys: readonly string[]): Promise<void> {
  await Promise.all(keys.flatMap((key) => Object.values(fileKeys(key))).map((key) => storage.remove(key)));
}

const findWanted = prepareGet((bookFileId: string) =>
  db
    .select({ loopId: bookFiles.loopId })
    .from(bookFiles)
    .where(and(eq(bookFiles.id, bookFileId), inArray(bookFiles.state, ["waiting", "rendering"]))),
);

/**
 * A photo that was turned or processed again has a new file, so a missing file can mean that the loop has changed.
 * @throws Error when the loop has changed since it was read; the job is then retried.
 */
export function throwIfChanged(loopId: string, { contentVersion }: BookSource): void {
  if (contentVersionOf(loopId) === contentVersion) return;
  throw new Error(`The loop ${loopId} changed while its book was made.`);
}

/** Writes the page count in the other size of type. */
export function keepOtherCount(bookFileId: string, otherPageCount: number | null): void {
  db.update(bookFiles).set({ otherPageCount }).where(eq(bookFiles.id, bookFileId)).run();
}

/** A book whose making has begun: of which loop, which edition, and from what. */
export interface Begun {
  loopId: string;
  kind: BookKind;
  source: BookSource;
}

/** Reads the loop and marks the row as started, in one transaction. */
export function begin(bookFileId: string, now: Date): Begun | null {
  return write((tx) => {
    const row = tx.select().from(bookFiles).where(eq(bookFiles.id, bookFileId)).get();
    if (row === undefined || row.state === "ready" || row.kind === "cover") return null;
    const source = readBookInput(row.loopId);
    if (source === undefined) return null;
    const { loopId, kind } = row;
    if (
      source.contentVersion !== row.contentVersion &&
      hasNewerRequest(tx, { loopId, kind, contentVersion: source.contentVersion })
    ) {
      // The loop has changed since and its newer version has been requested, so this row is superseded.
      tx.delete(bookFiles).where(eq(bookFiles.id, row.id)).run();
      return null;
    }
    tx.update(bookFiles)
      .set({
        contentVersion: source.contentVersion,
        state: "rendering",
        stepsDone: 0,
        stepsTotal: stepsOf(source.photoKeys.length),
        failure: null,
        updatedAt: now,
      })
      .where(eq(bookFiles.id, row.id))
      .run();
    return { loopId, kind, source };
  });
}

function hasNewerRequest(
  tx: Transaction,
  { loopId, kind, contentVersion }: { loopId: string; kind: BookKind; contentVersion: number },
): boolean {
  const isIt = isFileOf(loopId, [kind], contentVersion);
  return tx.select({ id: bookFiles.id }).from(bookFiles).where(isIt).get() !== undefined;
}

export function progressWriter(bookFileId: string, stepsTotal: number, now: Date): (stepsDone: number) => void {
  let noted = 0;
  return (stepsDone) => {
    const portion = Math.floor((stepsDone * UPDATES_PER_BOOK) / stepsTotal);
    if (portion <= noted) return;
    noted = portion;
    db.update(bookFiles)
      .set({ stepsDone: Math.min(stepsDone, stepsTotal), updatedAt: now })
      .where(and(eq(bookFiles.id, bookFileId), eq(bookFiles.state, "rendering")))
      .run();
  };
}

function fail(bookFileId: string, refusal: { reason: string; detail: string }, now: Date): void {
  db.update(bookFiles)
    .set({ state: "failed", failure: `${refusal.reason}: ${refusal.detail}`.slice(0, 1000), updatedAt: now })
    .where(and(eq(bookFiles.id, bookFileId), ne(bookFiles.state, "ready")))
    .run();
}

/** Returns the row to the queue for the next attempt of its job. */
export function returnToQueue(bookFileId: string, error: unknown, now: Date): void {
  const failure = (error instanceof Error ? error.message : String(error)).slice(0, 1000);
  db.update(bookFiles)
    .set({ state: "waiting", stepsDone: 0, failure, updatedAt: now })
    .where(and(eq(bookFiles.id, bookFileId), eq(bookFiles.state, "rendering")))
    .run();
}

/** What a book that was made is stored as, and what it was made from. */
export interface FinishedBook {
  loopId: string;
  kind: BookKind;
  contentVersion: number;
  photoCount: number;
  key: string;
}

/** Marks the book ready and deletes the rows of older content. Returns the storage keys of the books to remove. */
export function finish(
  tx: Transaction,
  bookFileId: string,
  { loopId, kind, contentVersion, photoCount, key }: FinishedBook,
  made: ReportedBook,
  now: Date,
): string[] {
  const { pageCount, bytes, sha256, pagesSha256, notes, doublePagePhotos, filled } = made;
  const total = stepsOf(photoCount);
  const stored = tx
    .update(bookFiles)
    .set({
      state: "ready",
      stepsDone: total,
      stepsTotal: total,
      pageCount,
      bytes,
      sha256,
      pagesSha256,
      storageKey: key,
      warnings: [...notes, ...doublePagePhotos, ...filled],
      failure: null,
      updatedAt: now,
    })
    .where(eq(bookFiles.id, bookFileId))
    .run();
  // The row is gone when the loop was deleted or the book superseded meanwhile; its file must go too.
  if (stored.changes === 0) return [key];
  // Keeps an older row of the other kind that is still in progress: it is made from the newest content.
  const older = and(
    eq(bookFiles.loopId, loopId),
    or(eq(bookFiles.kind, kind), eq(bookFiles.state, "ready")),
    lt(bookFiles.contentVersion, contentVersion),
  );
  const stale = tx.delete(bookFiles).where(older).returning({ key: bookFiles.storageKey }).all();
  return stale.flatMap((old) => (old.key === null || old.key === key ? [] : [old.key]));
}
