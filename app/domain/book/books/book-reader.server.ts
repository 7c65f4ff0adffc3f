import { and, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareGet } from "#db/queries.server";
import { bookFiles, loops, type photos } from "#db/schema";
import { findLoopType, findTheme } from "~/domain/diary/catalogue/catalogue";
import { bookWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import type { BookInput } from "../layout/layout";
import { asBookEntry } from "../layout/weeks";
import type { BookArtwork } from "../typesetting/print-artwork";
import { artworkOf } from "./book-artwork.server";

/** Gathers what a book is made of: the loop, the weeks that print with their photos, and its artwork. */

/** "interior" is the block as it prints; "screen" has the same pages with screen-size photos. */
export type BookKind = "interior" | "screen";

/** Of a stored photo, where its files are and how many pixels it and its print file have, turned the same way. */
export type PhotoKeys = Pick<
  typeof photos.$inferSelect,
  | "id"
  | "isWaiting"
  | "originalKey"
  | "quarterTurns"
  | "width"
  | "height"
  | "printWidth"
  | "printKey"
  | "screenKey"
  | "thumbKey"
>;

export interface BookSource {
  input: BookInput;
  photoKeys: PhotoKeys[];
  artwork: BookArtwork;
  contentVersion: number;
  /** Whether its owner has sent it to print. */
  isSignedOff: boolean;
  /** Of what the pages of the signed proof showed; null where it was not recorded. */
  signedPagesSha256: string | null;
}

/**
 * Reads the current state of a loop. Undefined when the loop does not exist.
 * @param reader a transaction where the version and the content must agree.
 */
export function readBookInput(loopId: string): BookSource | undefined {
  const loop = findLoop(loopId);
  if (loop === undefined) return undefined;
  const printing = bookWeeksOf(loop).flatMap(({ week, printed, photos }) => {
    return printed ? [{ words: { week, ...printed }, photos }] : [];
  });
  const type = findLoopType(loop.theme, loop.type);
  const typeName = type?.displayName ?? findTheme(loop.theme)?.name ?? "Loop";
  return {
    input: {
      loop: {
        id: loop.id,
        title: loop.title ?? typeName,
        theme: loop.theme,
        typeName,
        dedication: loop.dedication ?? "",
        startDay: loop.startDay,
        pauses: loop.pauses,
        weeks: WEEKS,
      },
      entries: printing.map(({ words, photos }) => asBookEntry(loop, words, photos)),
      options: {
        ruledEmptyWeeks: loop.ruledEmptyWeeks,
        largePrint: loop.largePrint,
        printsNumbers: loop.printsNumbers,
        doublePagePhotos: new Map(loop.doublePages.map(({ week, pages }) => [week, pages])),
        filling: loop.filling,
      },
    },
    photoKeys: printing.flatMap(({ photos }) => photos),
    artwork: artworkOf(loop.theme, type?.image ?? null),
    contentVersion: loop.contentVersion,
    isSignedOff: loop.status !== "ACTIVE",
    signedPagesSha256: loop.signedPagesSha256,
  };
}

const findLoop = prepareGet((loopId: string) => db.select().from(loops).where(eq(loops.id, loopId)));

/** The loop's current content version; undefined when the loop does not exist. */
export function contentVersionOf(loopId: string): number | undefined {
  const version = findContentVersion(loopId);
  return version?.at;
}

const findContentVersion = prepareGet((loopId: string) =>
  db.select({ at: loops.contentVersion }).from(loops).where(eq(loops.id, loopId)),
);

/** Whether a row is a file of one of these kinds, of this version of the loop. */
export function isFileOf(loopId: string, kinds: readonly BookKind[], contentVersion: number) {
  return and(
    ...[eq(bookFiles.loopId, loopId), isIn(bookFiles.kind, kinds)],
    eq(bookFiles.contentVersion, contentVersion),
  );
}
