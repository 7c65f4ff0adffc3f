import { and, asc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { bookFiles, chosenPrompts, drafts, entries, entryVersions, loops, photos } from "#db/schema";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { without } from "../personal-data/left-out";
import { IN_YEARS } from "../personal-data/years.server";
import { photoNameOf } from "./file-names";

/** One loop with all its data, as its owner gets it. */

type Photo = typeof photos.$inferSelect;

/** Reads a loop of this account; otherwise undefined. */
export function readLoop(accountId: string, loopId: string) {
  const loop = db
    .select()
    .from(loops)
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId)))
    .get();
  if (!loop) return undefined;
  const rows = rowsOf(loopId);
  const weeks = Array.from({ length: WEEKS }, (_, index) => index + 1)
    .map((week) => describeWeek(week, weekDays(loop, week), rows))
    .filter((week) => week !== null);
  const books = rows.books.map((row) => without(row, IN_YEARS.bookFiles.exported.leftOut));
  const record = { loop, weeks: weeks.map((week) => week.record), books };
  return { name: nameOf(loop), record, files: weeks.flatMap((week) => week.files) };
}

export type LoopOnRecord = NonNullable<ReturnType<typeof readLoop>>;

/** One file of a photo, with its name in the archive. */
export interface PhotoFile {
  name: string;
  key: string;
  takenInAt: Date;
}

/** The name of a loop: its title, otherwise its type. */
export function nameOf(loop: { title: string | null; theme: string; type: string }): string {
  return loop.title ?? findLoopType(loop.theme, loop.type)?.displayName ?? "Untitled loop";
}

function rowsOf(loopId: string) {
  const inOrder = [asc(photos.week), asc(photos.position), asc(photos.createdAt), asc(photos.id)];
  return {
    entries: db.select().from(entries).where(eq(entries.loopId, loopId)).all(),
    versions: db
      .select()
      .from(entryVersions)
      .where(eq(entryVersions.loopId, loopId))
      .orderBy(asc(entryVersions.version))
      .all(),
    drafts: db.select().from(drafts).where(eq(drafts.loopId, loopId)).all(),
    chosen: db.select().from(chosenPrompts).where(eq(chosenPrompts.loopId, loopId)).all(),
    photos: db
      .select()
      .from(photos)
      .where(eq(photos.loopId, loopId))
      .orderBy(...inOrder)
      .all(),
    books: db.select().from(bookFiles).where(eq(bookFiles.loopId, loopId)).orderBy(asc(bookFiles.createdAt)).all(),
  };
}

function describeWeek(week: number, days: { from: string; to: string }, rows: ReturnType<typeof rowsOf>) {
  const entry = rows.entries.find((row) => row.week === week);
  const draft = rows.drafts.find((row) => row.week === week) ?? null;
  const chosenPrompt = rows.chosen.find((row) => row.week === week) ?? null;
  const ofWeek = rows.photos.filter((row) => row.week === week);
  const olderVersions = rows.versions.filter((row) => row.week === week);
  if (!entry && !draft && !chosenPrompt && ofWeek.length + olderVersions.length === 0) return null;
  const shown = ofWeek.filter(({ state }) => state !== "removed");
  const takenOut = ofWeek.filter(({ state }) => state === "removed");
  const record = {
    week,
    ...days,
    chosenPrompt,
    entry: entry ? without(entry, IN_YEARS.entries.exported.leftOut) : null,
    draft,
    olderVersions,
    photos: shown.map((photo, index) => describePhoto(photo, index)),
    photosTakenOut: takenOut.map((photo, index) => describePhoto(photo, index)),
  };
  return { record, files: [...shown.flatMap(filesOf), ...takenOut.flatMap(filesOf)] };
}

/** Photos are numbered in the order of the week. */
function namesOf({ week, state, originalKey }: Photo, index: number) {
  const ending = originalKey.slice(originalKey.lastIndexOf(".") + 1);
  const named = (own: string) => photoNameOf({ week, place: index + 1, takenOut: state === "removed", ending: own });
  // Few browsers show HEIC, so the page shows a JPG beside it.
  return { file: named(ending), shownAs: ending === "heic" ? named("jpg") : null };
}

function describePhoto(photo: Photo, index: number) {
  return { ...namesOf(photo, index), ...without(photo, IN_YEARS.photos.exported.leftOut) };
}

/** The photo as it came, and as it prints where a browser could not show it. */
function filesOf(photo: Photo, index: number): PhotoFile[] {
  const { file, shownAs } = namesOf(photo, index);
  const takenInAt = photo.createdAt;
  const original = { name: file, key: photo.originalKey, takenInAt };
  return shownAs ? [original, { name: shownAs, key: photo.printKey, takenInAt }] : [original];
}
