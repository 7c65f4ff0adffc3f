import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { scheduleRuns } from "#db/schema";

/** When each line of the schedule last ran and how it ended: so a worker that was down catches up once. */

export interface ScheduleRun {
  startedAt: Date;
  finishedAt: Date | null;
  failure: string | null;
}

export function lastRunOf(name: string): ScheduleRun | undefined {
  return db.select().from(scheduleRuns).where(eq(scheduleRuns.name, name)).get();
}

/** Writes down a run that began, or one that ended. One row a line: the newest run. */
export function recordRun(name: string, run: ScheduleRun): void {
  const row = { ...run, failure: run.failure?.slice(0, 1000) ?? null };
  db.insert(scheduleRuns)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: scheduleRuns.name, set: row })
    .run();
}
