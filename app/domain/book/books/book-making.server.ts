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
import type { BookInput } from "../layout/layout";
import { pictureKeysOf } from "../typesetting/page-pictures";
import type { BookArtwork } from "../typesetting/print-artwork";
import { type BookKind, type BookSource, contentVersionOf, isFileOf, readBookInput } from "./book-reader.server";
import { countBookPages, type RenderResult, renderBook } from "./book-renderer.server";
import { findTooLong } from "./long-weeks";
import { listFileOf } from "./page-store.server";
import { gatherPhotos } from "./photo-gathering.server";

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
    const { source } = begun;
    const tooLong = findTooLong(source.input);
    if (tooLong) return fail(bookFileId, tooLong, now);
    const gatherSteps = source.photoKeys.length;
    const renderSteps = gatherSteps * 2 + 1;
    const note = progressWriter(bookFileId, gatherSteps + renderSteps, now);
    const gathered = await gatherPhotos(source, begun.kind, workFolder, note);
    if (!gathered.ok) {
      throwIfChanged(begun.loopId, source);
      return fail(bookFileId, gathered, now);
    }
    const outputFile = join(workFolder, "book.pdf");
    const picturesFile = join(workFolder, "pages.gz");
    const result = await renderBook({
      input: gathered.input,
      photoFiles: gathered.files,
      artwork: source.artwork,
      workFolder,
      outputFile,
      picturesFile,
      opensTrimmed: true,
      onProgress: (done, total) => note(gatherSteps + Math.round((done / total) * renderSteps)),
    });
    if (!result.ok) return fail(bookFileId, result, now);
    const name = `${source.contentVersion}-${begun.kind}-${result.sha256.slice(0, 16)}.pdf`;
    const key = `books/${begun.loopId}/${name}`;
    await Promise.all([
      storage.put(pictureKeysOf(key).pictures, { file: picturesFile }, "application/gzip"),
      storage.put(pictureKeysOf(key).list, { file: listFileOf(picturesFile) }, "application/json"),
      storage.put(key, { file: outputFile }, "application/pdf"),
    ]);
    const stale = finish(bookFileId, { ...begun, key, result }, now);
    const gone = stale.flatMap((old) => [old, ...Object.values(pictureKeysOf(old))]);
    await Promise.all(gone.map((old) => storage.remove(old)));
    // Its reader need not wait for this, which takes as long as typesetting.
    if (!source.isSignedOff) await countOtherEdition(bookFileId, gathered.input, source.artwork, workFolder);
  } catch (error) {
    returnToQueue(bookFileId, error, now);
    throw error;
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
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

/** Writes the page count in the other size of type, which a proof shows its owner to choose by. */
async function countOtherEdition(
  bookFileId: string,
  input: BookInput,
  artwork: BookArtwork,
  workFolder: string,
): Promise<void> {
  const { options } = input;
  const other = { ...input, options: { ...options, largePrint: !options.largePrint } };
  const otherPageCount = await countBookPages({ input: other, artwork, workFolder });
  db.update(bookFiles).set({ otherPageCount }).where(eq(bookFiles.id, bookFileId)).run();
}

/** Reads the loop and marks the row as started, in one transaction. */
function begin(bookFileId: string, now: Date): { loopId: string; kind: BookKind; source: BookSource } | null {
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
        stepsTotal: source.photoKeys.length * 3 + 1,
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

function progressWriter(bookFileId: string, stepsTotal: number, now: Date): (stepsDone: number) => void {
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
function returnToQueue(bookFileId: string, error: unknown, now: Date): void {
  const failure = (error instanceof Error ? error.message : String(error)).slice(0, 1000);
  db.update(bookFiles)
    .set({ state: "waiting", stepsDone: 0, failure, updatedAt: now })
    .where(and(eq(bookFiles.id, bookFileId), eq(bookFiles.state, "rendering")))
    .run();
}

/** Marks the book ready and deletes the rows of older content. Returns the storage keys of the files to remove. */
function finish(
  bookFileId: string,
  made: {
    loopId: string;
    kind: BookKind;
    source: BookSource;
    key: string;
    result: Extract<RenderResult, { ok: true }>;
  },
  now: Date,
): string[] {
  return write((tx) => {
    const { pageCount, bytes, sha256, pagesSha256, notes, doublePagePhotos, filled } = made.result;
    const total = made.source.photoKeys.length * 3 + 1;
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
        storageKey: made.key,
        warnings: [...notes, ...doublePagePhotos, ...filled],
        failure: null,
        updatedAt: now,
      })
      .where(eq(bookFiles.id, bookFileId))
      .run();
    // The row is gone when the loop was deleted or the book superseded meanwhile; its file must go too.
    if (stored.changes === 0) return [made.key];
    // Keeps an older row of the other kind that is still in progress: it is made from the newest content.
    const older = and(
      eq(bookFiles.loopId, made.loopId),
      or(eq(bookFiles.kind, made.kind), eq(bookFiles.state, "ready")),
      lt(bookFiles.contentVersion, made.source.contentVersion),
    );
    const stale = tx.delete(bookFiles).where(older).returning({ key: bookFiles.storageKey }).all();
    return stale.flatMap(({ key }) => (key === null || key === made.key ? [] : [key]));
  });
}
