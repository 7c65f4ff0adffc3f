import { asc, inArray } from "drizzle-orm";
import { db } from "#db/client.server";
import { bookFiles, chosenPrompts, drafts, entries, entryVersions, jobs, loops, photos } from "#db/schema";
import { PLACE, STAFF } from "./left-out";
import { rows } from "./row-kind.server";

/** What somebody wrote and uploaded, each year in a folder of the export. */

/** The content of a year, which is also deleted once a cancelled year’s days to be downloaded are over. */
export const IN_YEARS = {
  entries: rows(entries, {
    whose: { loop: entries.loopId },
    exported: { leftOut: { reviewedByStaffId: STAFF, lockedByStaffId: STAFF, lockedUntil: STAFF } },
    erased: "with their owner",
  }),
  entryVersions: rows(entryVersions, {
    whose: { loop: entryVersions.loopId },
    exported: { orderBy: asc(entryVersions.version) },
    erased: "with their owner",
  }),
  drafts: rows(drafts, { whose: { loop: drafts.loopId }, exported: {}, erased: "with their owner" }),
  chosenPrompts: rows(chosenPrompts, {
    whose: { loop: chosenPrompts.loopId },
    exported: {},
    erased: "with their owner",
  }),
  photos: rows(photos, {
    whose: { loop: photos.loopId },
    exported: { leftOut: { originalKey: PLACE, printKey: PLACE, screenKey: PLACE, thumbKey: PLACE } },
    kept: "Removed ones go after their days to be put back: diary/photos/removed-photos.server.ts.",
    erased: "with their owner",
  }),
  bookFiles: rows(bookFiles, {
    whose: { loop: bookFiles.loopId },
    exported: { leftOut: { storageKey: PLACE, failure: PLACE }, orderBy: asc(bookFiles.createdAt) },
    erased: "with their owner",
  }),
};

export const OF_YEARS = {
  loops: rows(loops, {
    whose: { account: loops.accountId },
    exported: {},
    kept: "The words of a cancelled year go after its days to be downloaded: erasure/cancelled-years.server.ts.",
    erased: "with their owner",
  }),
  ...IN_YEARS,
  jobs: rows(jobs, {
    whose: ({ loopIds }) =>
      inArray(
        jobs.subjectId,
        db
          .select({ id: bookFiles.id })
          .from(bookFiles)
          .where(inArray(bookFiles.loopId, [...loopIds])),
      ),
    exported: "How our machine is getting on; nothing is said of anybody.",
    erased: "deleted",
  }),
};
