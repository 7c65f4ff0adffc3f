import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { scheduleRuns } from "#db/schema";

/** The last run of each scheduled task and its outcome, so that a worker that was down runs a missed task once. */

export type ScheduleRun = Omit<typeof scheduleRuns.$inferSelect, "name">;

export function lastRunOf(name: string): ScheduleRun | undefined {
  return db.select().from(scheduleRuns).where(eq(scheduleRuns.name, name)).get();
}

/** Records a started or finished run. One row per task: the newest run. */
export function recordRun(name: string, run: ScheduleRun): void {
  const row = { ...run, failure: run.failure?.slice(0, 1000) ?? null };
  db.insert(scheduleRuns)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: scheduleRuns.name, set: row })
    .run();
}
