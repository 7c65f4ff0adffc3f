import { and, eq, not, type SQL, sql } from "drizzle-orm";
import { jobs } from "#db/schema";
import { isLeftToMachines } from "~/domain/kernel/jobs/lent-jobs.server";
import type { JobKind } from "~/domain/kernel/jobs/queue.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { MAKINGS, type Making } from "./machine-tasks";
import { isThere } from "./machines.server";

/** A machine that has nothing to do asks every second. */
const LEFT_MS = 5 * SECOND_MS;

export const JOB_OF: Readonly<Record<Making, JobKind>> = { photos: "prepare-photo", books: "render-book" };

/**
 * Of these jobs those that the writer's own worker takes now. What a machine makes too is left to it for a while, as long as
 * one was there lately.
 */
export function ownJobs(which: SQL, now: Date): SQL | undefined {
  const isLeft = isLeftToMachines(new Date(now.getTime() - LEFT_MS));
  const made = MAKINGS.filter((task) => isThere(task, now));
  return and(which, ...made.map((task) => not(sql`(${eq(jobs.kind, JOB_OF[task])} AND ${isLeft})`)));
}
