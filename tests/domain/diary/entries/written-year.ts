import { asc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { drafts, entries, entryVersions, photos } from "#db/schema";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { later, loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";

/** Years that are alike in every number, so that a row is told from the others by all that a query asks for. */

const words = (title: string, content: string) => ({ ...NO_WORDS, title, content, prompt: "What happened?" });

/**
 * A year whose weeks 1 and 2 each have an entry, two earlier versions, a draft, and a photo in each state; its texts have
 * its id as their title.
 */
export function writtenYear() {
  const { id: loopId, accountId } = loopOf(person("Ada").id, { startDay: "2026-10-01" });
  const days = { createdAt: NOW, updatedAt: NOW };
  for (const week of [1, 2]) {
    const says = (what: string) => words(loopId, `${what} of week ${week}`);
    for (const version of [1, 2]) {
      const writtenAt = later(version - 60);
      db.insert(entryVersions)
        .values({ loopId, week, version, ...says(`Version ${version}`), writtenAt })
        .run();
    }
    db.insert(entries)
      .values({ loopId, week, version: 3, ...says("Entry"), ...days })
      .run();
    db.insert(drafts)
      .values({ loopId, week, ...says("Draft"), updatedAt: later(60) })
      .run();
    for (const state of ["ready", "failed", "removed"] as const) {
      const removedAt = state === "removed" ? later(-60) : null;
      givePhoto(`photos/${loopId}/${week}-${state}.jpg`, 80, 60, { loopId, week, state, removedAt });
    }
  }
  const place = (week: number) => ({ accountId, loopId, week });
  return { accountId, loopId, place };
}

/** All text and photos of everybody, in words. */
export function everythingWritten(): string[] {
  const ofText = [entries, entryVersions, drafts].flatMap((table) =>
    db
      .select({ loopId: table.loopId, content: table.content })
      .from(table)
      .all()
      .map(({ loopId, content }) => `${loopId} ${content}`),
  );
  const pictures = db.select().from(photos).orderBy(asc(photos.originalKey)).all();
  return [
    ...ofText.sort(),
    ...pictures.map(({ originalKey, state, removedAt }) => `${originalKey} ${state} ${removedAt?.getTime()}`),
  ];
}

export const versionsIn = (loopId: string) =>
  db
    .select()
    .from(entryVersions)
    .where(eq(entryVersions.loopId, loopId))
    .orderBy(asc(entryVersions.week), asc(entryVersions.version))
    .all();
