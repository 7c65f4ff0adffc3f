import { and, eq, inArray } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { drafts, entries, entryVersions, photos } from "#db/schema";
import type { Loop } from "../loops/loops.server";
import { changeQuestion, questionOf } from "../loops/questions.server";
import { raiseContentVersion } from "../photos/photos.server";
import { versionsOf } from "./versions.server";

/** Deletes what an owner wants to be gone of a week, until its year is sent to print. Nothing of it can be restored. */

export interface WeekPlace {
  accountId: string;
  loopId: string;
  week: number;
}

export type EmptyingResult = { ok: true } | { ok: false; reason: "not_found" | "read_only" };

/** Deletes one earlier version of a week. */
export function deleteVersion(place: WeekPlace, version: number, now: Date): EmptyingResult {
  const { loopId, week } = place;
  return changeWeek(place, now, (tx) => {
    const isIt = and(
      eq(entryVersions.loopId, loopId),
      eq(entryVersions.week, week),
      eq(entryVersions.version, version),
    );
    return tx.delete(entryVersions).where(isIt).run().changes === 1;
  });
}

/**
 * Empties a week: its text, versions, draft and its owner's own question go; its photos count as removed from now on. A
 * question that was swapped stays, because another week may have got the one written for this week; so does the one that
 * comes back in place of the owner's own.
 */
export function emptyWeek(place: WeekPlace, now: Date): EmptyingResult {
  const { loopId, week } = place;
  return changeWeek(place, now, (tx, loop) => {
    const isOf = (table: typeof entries | typeof entryVersions | typeof drafts) =>
      and(eq(table.loopId, loopId), eq(table.week, week));
    const asks = questionOf(loop, week);
    changeQuestion(tx, { loop, week, asks }, { kind: "withdrawn", question: asks.question }, now);
    for (const table of [entries, entryVersions, drafts]) tx.delete(table).where(isOf(table)).run();
    tx.update(photos)
      .set({ state: "removed", removedAt: now })
      .where(and(eq(photos.loopId, loopId), eq(photos.week, week), inArray(photos.state, ["ready", "failed"])))
      .run();
    return true;
  });
}

function changeWeek(
  { accountId, loopId, week }: WeekPlace,
  now: Date,
  change: (tx: Transaction, loop: Loop) => boolean,
): EmptyingResult {
  return write((tx): EmptyingResult => {
    const found = versionsOf(accountId, loopId, week);
    if (!found) return { ok: false, reason: "not_found" };
    if (found.loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
    if (!change(tx, found.loop)) return { ok: false, reason: "not_found" };
    raiseContentVersion(tx, accountId, loopId, now);
    return { ok: true };
  });
}
