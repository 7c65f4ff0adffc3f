import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { and, desc, eq, inArray } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { bookFiles, jobs, loops } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import type { StoredFile } from "~/adapters/storage/contract";
import { askForJob } from "../jobs/queue.server";
import { layoutBook } from "../layout/layout";
import { plainLine } from "../layout/prepared-text";
import { bookWeeksOf } from "../loops/printed-weeks.server";
import { type PagePicture, picturesKeyOf } from "../typesetting/page-pictures";
import { type BookKind, readBookInput } from "./book-reader.server";

/**
 * A book is made from a loop as it was at one content version, by a job, and kept until something that prints
 * changes; then it is stale and is made anew when somebody asks. Asking twice makes one book. Only the owner of a
 * loop learns that it has a book at all.
 */

export { renderBookFile } from "./book-making.server";
export type { BookKind } from "./book-reader.server";

const unzip = promisify(gunzip);

export type BookFile = typeof bookFiles.$inferSelect;

export type AskResult =
  | { ok: true; file: BookFile }
  | { ok: false; reason: "not_found" | "nothing_to_print" };

/**
 * Asks for the book of a loop as it is now, its photos as large as a screen shows or as large as they print. Gives
 * the one there is, on its way or ready, or begins it.
 */
export function askForBook(accountId: string, loopId: string, kind: BookKind, now: Date): AskResult {
  return write((tx): AskResult => {
    const loop = ownLoop(tx, accountId, loopId);
    if (loop === undefined) return { ok: false, reason: "not_found" };
    if (!bookWeeksOf(loop, tx).some(({ printed }) => printed))
      return { ok: false, reason: "nothing_to_print" };
    const found = fileAt(tx, loopId, loop.contentVersion, kind);
    if (found?.state === "ready") return { ok: true, file: found };
    if (found && isOnItsWay(tx, found)) return { ok: true, file: found };
    const fresh = {
      state: "waiting",
      stepsDone: 0,
      stepsTotal: 0,
      failure: null,
      updatedAt: now,
    } as const;
    const file = found
      ? tx.update(bookFiles).set(fresh).where(eq(bookFiles.id, found.id)).returning().get()
      : tx
          .insert(bookFiles)
          .values({
            ...fresh,
            loopId,
            kind,
            contentVersion: loop.contentVersion,
            createdAt: now,
          })
          .returning()
          .get();
    askForJob(tx, { kind: "render-book", subjectId: file.id, now });
    return { ok: true, file };
  });
}

export interface BookProgress {
  fileId: string;
  state: BookFile["state"];
  stepsDone: number;
  /** 0 until the work has begun. */
  stepsTotal: number;
  pageCount: number | null;
  /** In the other size of type; null once the loop has gone to print. */
  otherPageCount: number | null;
  bytes: number | null;
  /** Of the loop as it was set: what to look at again before it is printed. */
  warnings: BookFile["warnings"];
  contentVersion: number;
}

/**
 * How far the book of a loop as it is now has come, the one that has come furthest where no kind is named: the pages
 * of both are the same. Null where it was not asked for, or is not this account's.
 */
export function bookProgress(accountId: string, loopId: string, kind?: BookKind): BookProgress | null {
  const loop = ownLoop(db, accountId, loopId);
  const file = loop && fileAt(db, loopId, loop.contentVersion, kind);
  if (!file) return null;
  const isLost = (file.state === "waiting" || file.state === "rendering") && !isOnItsWay(db, file);
  return {
    fileId: file.id,
    state: isLost ? "failed" : file.state,
    stepsDone: file.stepsDone,
    stepsTotal: file.stepsTotal,
    pageCount: file.pageCount,
    otherPageCount: file.otherPageCount,
    bytes: file.bytes,
    warnings: file.warnings,
    contentVersion: file.contentVersion,
  };
}

/**
 * How many pages the book of a loop has as it is now: counted in the finished file where there is one, else in the
 * layout, which the typesetter lengthens where an answer runs on. Undefined where the loop is not this account's.
 */
export function countPages(accountId: string, loopId: string): number | undefined {
  if (!ownLoop(db, accountId, loopId)) return undefined;
  const finished = bookFileFor(accountId, loopId)?.pageCount;
  if (finished) return finished;
  const source = readBookInput(loopId);
  return source && layoutBook(source.input).pages.length;
}

/** The finished book of a loop as it is now, for its owner; of either kind where none is named. */
export function bookFileFor(accountId: string, loopId: string, kind?: BookKind): BookFile | undefined {
  const loop = ownLoop(db, accountId, loopId);
  const file = loop && fileAt(db, loopId, loop.contentVersion, kind);
  return file?.state === "ready" ? file : undefined;
}

/** Opens a finished book for its owner; undefined for anybody else and for anything else. */
export async function openBookFile(
  accountId: string,
  fileId: string,
): Promise<{ file: StoredFile; fileName: string } | undefined> {
  const found = db
    .select({ key: bookFiles.storageKey, kind: bookFiles.kind, title: loops.title })
    .from(bookFiles)
    .innerJoin(loops, eq(loops.id, bookFiles.loopId))
    .where(and(eq(bookFiles.id, fileId), eq(loops.accountId, accountId), eq(bookFiles.state, "ready")))
    .get();
  if (!found?.key) return undefined;
  const file = await storage.read(found.key);
  const quality = found.kind === "interior" ? "-print" : "";
  return file && { file, fileName: `${fileNameOf(found.title ?? "")}${quality}.pdf` };
}

/**
 * The pages of the finished book of a loop as pictures, in order, for its owner; null where it is not made yet, or
 * is not theirs.
 */
export async function openPictures(accountId: string, loopId: string): Promise<PagePicture[] | null> {
  const key = bookFileFor(accountId, loopId)?.storageKey;
  const file = key ? await storage.read(picturesKeyOf(key)) : undefined;
  if (!file) return null;
  const unpacked = await unzip(await buffer(file.body));
  return JSON.parse(unpacked.toString("utf8")) as PagePicture[];
}

/** A title as a file name that every machine and every header can carry. */
function fileNameOf(title: string): string {
  const plain = plainLine(title)
    .normalize("NFD")
    .replace(/[\u0300-\u036f’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain.slice(0, 60) || "my-loop-book";
}

type Reader = Pick<Transaction, "select">;

function ownLoop(reader: Reader, accountId: string, loopId: string) {
  return reader
    .select({ id: loops.id, contentVersion: loops.contentVersion, printsDrafts: loops.printsDrafts })
    .from(loops)
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId)))
    .get();
}

const FURTHEST_FIRST: readonly BookFile["state"][] = ["ready", "rendering", "waiting", "failed"];

function fileAt(
  reader: Reader,
  loopId: string,
  contentVersion: number,
  kind?: BookKind,
): BookFile | undefined {
  const kinds: BookKind[] = kind ? [kind] : ["screen", "interior"];
  const found = reader
    .select()
    .from(bookFiles)
    .where(
      and(
        eq(bookFiles.loopId, loopId),
        inArray(bookFiles.kind, kinds),
        eq(bookFiles.contentVersion, contentVersion),
      ),
    )
    .orderBy(desc(bookFiles.kind))
    .all();
  const place = ({ state }: BookFile) => FURTHEST_FIRST.indexOf(state);
  return found.sort((one, other) => place(one) - place(other))[0];
}

/** A book is on its way while a job for it lives; one whose job died is asked for again. */
function isOnItsWay(reader: Reader, file: BookFile): boolean {
  if (file.state !== "waiting" && file.state !== "rendering") return false;
  const job = reader
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, "render-book"),
        eq(jobs.subjectId, file.id),
        inArray(jobs.state, ["waiting", "running"]),
      ),
    )
    .get();
  return job !== undefined;
}
