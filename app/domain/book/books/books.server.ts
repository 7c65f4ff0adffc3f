import { and, desc, eq, inArray } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { columns, prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { bookFiles, jobs, loops } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import type { ByteRange, StoredFile } from "~/adapters/storage/contract";
import { bookWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import { isSetAside, prioritizeJob, queueJob } from "~/domain/kernel/jobs/queue.server";
import { normalise } from "~/domain/kernel/text/normalisation";
import { type BookInput, layoutBook } from "../layout/layout";
import { plainLine } from "../layout/prepared-text";
import { type BookKind, isFileOf, readBookInput } from "./book-reader.server";
import { whyNotMade } from "./long-weeks";
import { type BookPictures, openPicturesOf } from "./page-reader.server";

/**
 * A book is made by a job from one content version of a loop. It is stored until something that prints changes; a newer
 * version is made on the next request. Two requests for one version make one book. Only the owner of a loop learns that
 * a book exists.
 */

export { renderBookFile } from "./book-making.server";
export type { BookKind } from "./book-reader.server";

export type BookFile = typeof bookFiles.$inferSelect;

export type BookRequestResult = { ok: true; file: BookFile } | { ok: false; reason: "not_found" | "nothing_to_print" };

/**
 * Requests the current book of a loop, with screen-size or print-size photos. Returns the existing book, ready or in
 * progress or set aside for staff, or queues a new one. It is made before what nobody waits for, unless `isAwaited` is
 * false.
 */
export function requestBook(
  accountId: string,
  loopId: string,
  kind: BookKind,
  now: Date,
  isAwaited = true,
): BookRequestResult {
  return write((tx): BookRequestResult => {
    const loop = findOwnLoop(accountId, loopId);
    if (loop === undefined) return { ok: false, reason: "not_found" };
    if (!bookWeeksOf(loop).some(({ printed }) => printed)) return { ok: false, reason: "nothing_to_print" };
    if (loop.askedVersion !== loop.contentVersion) updateAskedVersion(loop.contentVersion, loopId);
    const found = fileAt(loopId, loop.contentVersion, kind);
    if (found?.state === "ready") return { ok: true, file: found };
    if (found && isOnItsWay(found)) {
      if (isAwaited) prioritizeJob(tx, "render-book", found.id);
      return { ok: true, file: found };
    }
    // The other quality has the same pages, and would stop the worker as well.
    const ofBothKinds = listFiles(loopId, ["screen", "interior"], loop.contentVersion);
    const setAside = ofBothKinds.find(({ id }) => isSetAside("render-book", id));
    if (setAside) return { ok: true, file: setAside };
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
    queueJob(tx, { kind: "render-book", subjectId: file.id, now, isAwaited });
    return { ok: true, file };
  });
}

/** Has a finished book made again whose files are damaged. Returns false when it is no longer there, or being made. */
export function remakeBook(fileId: string, now: Date): boolean {
  return write((tx) => {
    const changed = tx
      .update(bookFiles)
      .set({ state: "waiting", stepsDone: 0, stepsTotal: 0, failure: null, updatedAt: now })
      .where(and(eq(bookFiles.id, fileId), eq(bookFiles.state, "ready")))
      .run();
    if (changed.changes === 1) queueJob(tx, { kind: "render-book", subjectId: fileId, now });
    return changed.changes === 1;
  });
}

/**
 * `stepsTotal`: 0 until the work has started. `otherPageCount`: in the other size of type; null once the loop is signed
 * off. `warnings`: what the owner should check before it is printed.
 */
export interface BookProgress
  extends Pick<
    BookFile,
    "stepsDone" | "stepsTotal" | "pageCount" | "otherPageCount" | "bytes" | "warnings" | "contentVersion"
  > {
  fileId: string;
  /** `set_aside`: making it stopped the worker each time, and staff look into it. */
  state: BookFile["state"] | "set_aside";
  /** When it was requested, started or finished, whichever was last. */
  since: Date;
  /** Why it could not be made, where its owner can change that. */
  whyNot: string | null;
}

/**
 * The progress of a loop's current book; without a kind, of the one that is furthest, as both have the same pages. Null
 * when none was requested or the loop is not this account's.
 */
export function bookProgress(accountId: string, loopId: string, kind?: BookKind): BookProgress | null {
  const loop = findOwnLoop(accountId, loopId);
  const file = loop && fileAt(loopId, loop.contentVersion, kind);
  if (!file) return null;
  const isLost = (file.state === "waiting" || file.state === "rendering") && !isOnItsWay(file);
  return {
    fileId: file.id,
    state: isLost ? (isSetAside("render-book", file.id) ? "set_aside" : "failed") : file.state,
    stepsDone: file.stepsDone,
    stepsTotal: file.stepsTotal,
    since: file.updatedAt,
    pageCount: file.pageCount,
    otherPageCount: file.otherPageCount,
    bytes: file.bytes,
    warnings: file.warnings,
    whyNot: file.state === "failed" ? whyNotMade(file.failure) : null,
    contentVersion: file.contentVersion,
  };
}

/**
 * The page count of a loop's current book: counted in the finished file if there is one, otherwise in the layout
 * of its weeks without their words, as nobody waits for those here. Undefined when the loop is not this account's.
 */
export function countPages(accountId: string, loopId: string): number | undefined {
  if (!findOwnLoop(accountId, loopId)) return undefined;
  const finished = bookFileFor(accountId, loopId)?.pageCount;
  if (finished) return finished;
  const source = readBookInput(loopId);
  return source && layoutBook(withoutWords(source.input)).pages.length;
}

/** The same weeks with a single mark where there are words: their pages are counted in time that no text can change. */
function withoutWords(input: BookInput): BookInput {
  const mark = (text: string) => (text.trim() === "" ? "" : "·");
  const entries = input.entries.map((entry) => ({
    ...entry,
    title: "",
    highlight: "",
    gratitude: "",
    prompt: "",
    learned: "",
    answer: mark([entry.title, entry.highlight, entry.gratitude, entry.answer, entry.learned].join("")),
  }));
  return { ...input, entries };
}

/** The finished current book of a loop, for its owner; of either kind when none is given. */
export function bookFileFor(accountId: string, loopId: string, kind?: BookKind): BookFile | undefined {
  const loop = findOwnLoop(accountId, loopId);
  const file = loop && fileAt(loopId, loop.contentVersion, kind);
  return file?.state === "ready" ? file : undefined;
}

export interface BookDownload {
  fileName: string;
  bytes: number;
  /** Of the content, in hexadecimal. */
  sha256: string;
  /** The content or a range of it; undefined when the file is gone. */
  open(range?: ByteRange): Promise<StoredFile | undefined>;
}

/** A finished book for its owner; otherwise undefined. */
export function bookDownload(accountId: string, fileId: string): BookDownload | undefined {
  const { key, bytes, sha256, kind, title } = findDownload(fileId, accountId) ?? {};
  if (!key || !bytes || !sha256) return undefined;
  const fileName = `${fileNameOf(title ?? "")}${kind === "interior" ? "-print" : ""}.pdf`;
  return { fileName, bytes, sha256, open: (range) => storage.read(key, range) };
}

const findDownload = prepareGet((fileId: string, accountId: string) =>
  db
    .select({
      key: bookFiles.storageKey,
      kind: bookFiles.kind,
      bytes: bookFiles.bytes,
      sha256: bookFiles.sha256,
      title: loops.title,
    })
    .from(bookFiles)
    .innerJoin(loops, eq(loops.id, bookFiles.loopId))
    .where(and(eq(bookFiles.id, fileId), eq(loops.accountId, accountId), eq(bookFiles.state, "ready"))),
);

/** The pages of a loop's finished book as pictures, in order, for its owner; otherwise null. */
export async function openPictures(accountId: string, loopId: string): Promise<BookPictures | null> {
  const key = bookFileFor(accountId, loopId)?.storageKey;
  return key ? await openPicturesOf(key) : null;
}

/** Turns a title into an ASCII file name, which every machine and every HTTP header accepts. */
function fileNameOf(title: string): string {
  const plain = normalise(plainLine(title), "NFD")
    .replace(/[\u0300-\u036f’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain.slice(0, 60) || "my-loop-book";
}

const findOwnLoop = prepareGet((accountId: string, loopId: string) =>
  db
    .select(columns(loops, "id", "contentVersion", "askedVersion", "printsDrafts"))
    .from(loops)
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId))),
);

const updateAskedVersion = prepareRun((contentVersion: number, loopId: string) =>
  db.update(loops).set({ askedVersion: contentVersion }).where(eq(loops.id, loopId)),
);

const FURTHEST_FIRST: readonly BookFile["state"][] = ["ready", "rendering", "waiting", "failed"];

const listFiles = prepareAll((loopId: string, kinds: BookKind[], contentVersion: number) =>
  db
    .select()
    .from(bookFiles)
    .where(isFileOf(loopId, kinds, contentVersion))
    .orderBy(desc(bookFiles.kind)),
);

function fileAt(loopId: string, contentVersion: number, kind?: BookKind): BookFile | undefined {
  const kinds: BookKind[] = kind ? [kind] : ["screen", "interior"];
  const found = listFiles(loopId, kinds, contentVersion);
  const place = ({ state }: BookFile) => FURTHEST_FIRST.indexOf(state);
  return found.sort((one, other) => place(one) - place(other))[0];
}

/** A book is in progress while its job lives; the book of a failed job can be requested again. */
function isOnItsWay(file: BookFile): boolean {
  if (file.state !== "waiting" && file.state !== "rendering") return false;
  const job = findOpenJob(file.id);
  return job !== undefined;
}

const findOpenJob = prepareGet((fileId: string) =>
  db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, "render-book"), eq(jobs.subjectId, fileId), inArray(jobs.state, ["waiting", "running"]))),
);
