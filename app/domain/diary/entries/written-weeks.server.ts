import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { memoize, prepareGet } from "#db/queries.server";
import { drafts, entries } from "#db/schema";
import type { EntryWords } from "../loops/forms";
import { loopOwnedBy } from "../loops/loops.server";
import { listDrafts, listEntries, listPhotos } from "../loops/printed-weeks.server";
import type { Photo } from "../photos/photos.server";

/**
 * The weeks of a loop with text, finished or not, each under one id: the draft's, which its entry takes over. Only the
 * owner can see that they exist. `createdAt`: when its first text was saved, whatever has become of them since.
 */
export interface WrittenWeek
  extends Pick<typeof entries.$inferSelect, "id" | "loopId" | "week" | "prompt" | "createdAt" | "updatedAt"> {
  /** Whether it is an entry; otherwise it is still a draft. */
  isCompleted: boolean;
  /** The newest text: the draft's if there is one, otherwise the entry's. */
  words: EntryWords;
  photos: Photo[];
  /** Identifies the state of the text, as `writeWeek` expects it. */
  revision: string;
}

/** All weeks of a loop with text, in order; undefined when the loop is not this account's. */
export function writingsOf(accountId: string, loopId: string): WrittenWeek[] | undefined {
  if (!loopOwnedBy(accountId, loopId)) return undefined;
  const written = listEntries(loopId);
  const begun = listDrafts(loopId);
  const pictures = listPhotos(loopId);
  const newestText = new Map([...written, ...begun].map((row) => [row.week, row]));
  const weeks = [...newestText].sort(([one], [other]) => one - other);
  return weeks.map(([week, newest]) => {
    const entry = written.find((row) => row.week === week);
    const draft = begun.find((row) => row.week === week);
    const { title, highlight, gratitude, learned, content, prompt, updatedAt } = newest;
    return {
      id: entry?.id ?? newest.id,
      loopId,
      week,
      isCompleted: entry !== undefined,
      words: { title, highlight, gratitude, learned, content },
      prompt,
      photos: pictures.filter((photo) => photo.week === week),
      createdAt: (entry ? (entry.begunAt ?? entry.createdAt) : draft?.begunAt) ?? updatedAt,
      updatedAt,
      revision: `${entry?.version ?? 0}.${draft?.revision ?? 0}`,
    };
  });
}

/** The text of one week; undefined when nothing is written or the loop is not this account's. */
export function writingAt(accountId: string, loopId: string, week: number): WrittenWeek | undefined {
  return writingsOf(accountId, loopId)?.find((one) => one.week === week);
}

/** The text with this id. A foreign id gets the same result as an unknown one. */
export function writingOwnedBy(accountId: string, id: string): WrittenWeek | undefined {
  const place = findWeekOf(entries)(id) ?? findWeekOf(drafts)(id);
  return place && writingAt(accountId, place.loopId, place.week);
}

const findWeekOf = memoize((table: typeof entries | typeof drafts) =>
  prepareGet((id: string) => db.select({ loopId: table.loopId, week: table.week }).from(table).where(eq(table.id, id))),
);
