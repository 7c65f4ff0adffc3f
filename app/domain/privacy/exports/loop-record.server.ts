import { and, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import * as schema from "#db/schema";
import { nameOfLoop } from "~/domain/diary/catalogue/catalogue";
import { WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { IN_YEARS } from "../personal-data/personal-data.server";
import { readRows, without } from "../personal-data/row-kind.server";
import { photoNameOf } from "./file-names";

/** One loop with all its data, as its owner gets it. */

const { loops } = schema;

type Photo = typeof schema.photos.$inferSelect;

/** Reads a loop of this account; otherwise undefined. */
export function readLoop(accountId: string, loopId: string) {
  const loop = db
    .select()
    .from(loops)
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId)))
    .get();
  if (!loop) return undefined;
  const rows = rowsIn(loopId);
  const weeks = Array.from({ length: WEEKS }, (_, index) => index + 1)
    .map((week) => describeWeek(week, weekDays(loop, week), rows))
    .filter((week) => week !== null);
  const books = rows.books.map((row) => without(row, IN_YEARS.bookFiles.leftOut));
  const record = { loop, weeks: weeks.map((week) => week.record), books };
  return { name: nameOfLoop(loop), record, files: weeks.flatMap((week) => week.files) };
}

export type LoopOnRecord = NonNullable<ReturnType<typeof readLoop>>;

/** One file of a photo, with its name in the archive. */
export interface PhotoFile {
  name: string;
  key: string;
  takenInAt: Date;
}

function rowsIn(loopId: string) {
  const own = { orderIds: [], loopIds: [loopId] };
  return {
    entries: readRows(schema.entries, IN_YEARS.entries, own),
    versions: readRows(schema.entryVersions, IN_YEARS.entryVersions, own),
    drafts: readRows(schema.drafts, IN_YEARS.drafts, own),
    chosen: readRows(schema.chosenPrompts, IN_YEARS.chosenPrompts, own),
    photos: readRows(schema.photos, IN_YEARS.photos, own),
    books: readRows(schema.bookFiles, IN_YEARS.bookFiles, own),
  };
}

function describeWeek(week: number, days: { from: string; to: string }, rows: ReturnType<typeof rowsIn>) {
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
    entry: entry ? without(entry, IN_YEARS.entries.leftOut) : null,
    draft,
    olderVersions,
    photos: shown.map((photo, index) => describePhoto(photo, index)),
    photosTakenOut: takenOut.map((photo, index) => describePhoto(photo, index)),
  };
  return { record, files: [...shown.flatMap(filesOf), ...takenOut.flatMap(filesOf)] };
}

/** Photos are numbered in the order of the week. */
function namesOf({ week, state, originalKey, isWaiting }: Photo, index: number) {
  const ending = originalKey.slice(originalKey.lastIndexOf(".") + 1);
  const named = (own: string) => photoNameOf({ week, place: index + 1, takenOut: state === "removed", ending: own });
  // Few browsers show HEIC, so the page shows a JPG beside it, once there is one.
  return { file: named(ending), shownAs: ending === "heic" && !isWaiting ? named("jpg") : null };
}

function describePhoto(photo: Photo, index: number) {
  return { ...namesOf(photo, index), ...without(photo, IN_YEARS.photos.leftOut) };
}

/** The photo as it came, and as it prints where a browser could not show it. */
function filesOf(photo: Photo, index: number): PhotoFile[] {
  const { file, shownAs } = namesOf(photo, index);
  const takenInAt = photo.createdAt;
  const original = { name: file, key: photo.originalKey, takenInAt };
  return shownAs ? [original, { name: shownAs, key: photo.printKey, takenInAt }] : [original];
}
