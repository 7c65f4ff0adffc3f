import { lastRunOf, recordRun } from "~/domain/jobs/runs.server";
import { logLine, messageOf } from "./log";
import type { ScheduleLine } from "./schedule";
import { isDue, retryDelay } from "./timing";

/**
 * The scheduler runs the scheduled tasks; a task never overlaps itself. A failed task is logged, recorded and retried
 * after increasing delays; it stops neither the other tasks nor the scheduler.
 */

const STEP_MILLISECONDS = 250;
/** How long a stop waits for running tasks; leases let another worker finish the rest. */
const STOP_MILLISECONDS = 10_000;
/** A run that takes longer is abandoned, so that its task can run again. */
const LONGEST_RUN_MILLISECONDS = 15 * 60_000;
/** Frequent tasks are recorded once a minute, because recording every second would keep the disk busy. */
const RECORD_EVERY_MILLISECONDS = 60_000;

interface TaskState {
  line: ScheduleLine;
  running: Promise<void> | null;
  startedAt: Date | null;
  recordedAt: Date | null;
  failuresInARow: number;
}

export interface Scheduler {
  /** Starts no further task and waits for running ones, ten seconds at most. */
  stop(): Promise<void>;
  /** Runs the due tasks and waits for them; a timer does this in production. */
  step(): Promise<void>;
}

/**
 * Starts the scheduler. Tasks that ran before, even in an earlier process, run when they are next due.
 * @param options.stepMilliseconds the interval of the timer; null leaves it to the caller of `step`.
 */
export function startScheduler(options: {
  schedule: readonly ScheduleLine[];
  now: () => Date;
  stepMilliseconds?: number | null;
}): Scheduler {
  const tasks = options.schedule.map(openDesk);
  let stopped = false;

  const step = async () => {
    if (stopped) return;
    const now = options.now();
    for (const desk of tasks) {
      if (desk.running !== null || !isReady(desk, now)) continue;
      desk.running = work(desk, now, options.now).finally(() => {
        desk.running = null;
      });
    }
    await Promise.all(tasks.map((desk) => desk.running));
  };
  const pause = options.stepMilliseconds === undefined ? STEP_MILLISECONDS : options.stepMilliseconds;
  const clock = pause === null ? undefined : setInterval(() => void step(), pause);

  return {
    step,
    async stop() {
      stopped = true;
      clearInterval(clock);
      let patience: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        patience = setTimeout(resolve, STOP_MILLISECONDS);
      });
      await Promise.race([Promise.all(tasks.map((desk) => desk.running)), enough]);
      clearTimeout(patience);
    },
  };
}

function openDesk(line: ScheduleLine): TaskState {
  const last = lastRunOf(line.name);
  // A run without an end died with its worker and counts as not run.
  const startedAt = last?.finishedAt ? last.startedAt : null;
  return { line, running: null, startedAt, recordedAt: null, failuresInARow: last?.failure ? 1 : 0 };
}

function isReady(desk: TaskState, now: Date): boolean {
  if (desk.failuresInARow > 0 && desk.startedAt !== null) {
    return now.getTime() - desk.startedAt.getTime() >= retryDelay(desk.line, desk.failuresInARow);
  }
  return isDue(desk.line, desk.startedAt, now);
}

async function work(desk: TaskState, now: Date, clock: () => Date): Promise<void> {
  const wasFailing = desk.failuresInARow > 0;
  const isWorthRecording =
    desk.recordedAt === null || now.getTime() - desk.recordedAt.getTime() >= RECORD_EVERY_MILLISECONDS;
  desk.startedAt = now;
  try {
    if (isWorthRecording) recordRun(desk.line.name, { startedAt: now, finishedAt: null, failure: null });
    await withinTime(desk.line.run(now));
    desk.failuresInARow = 0;
    if (isWorthRecording || wasFailing) note(desk, now, clock(), null);
  } catch (error) {
    desk.failuresInARow += 1;
    logLine("error", "run_failed", {
      name: desk.line.name,
      failures: desk.failuresInARow,
      message: messageOf(error),
    });
    note(desk, now, clock(), messageOf(error));
  }
}

function note(desk: TaskState, startedAt: Date, finishedAt: Date, failure: string | null): void {
  try {
    recordRun(desk.line.name, { startedAt, finishedAt, failure });
    desk.recordedAt = startedAt;
  } catch (error) {
    logLine("error", "run_not_recorded", { name: desk.line.name, message: messageOf(error) });
  }
}

async function withinTime(run: Promise<void> | void): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    const minutes = LONGEST_RUN_MILLISECONDS / 60_000;
    limit = setTimeout(
      () => reject(new Error(`Did not end within ${minutes} minutes.`)),
      LONGEST_RUN_MILLISECONDS,
    );
  });
  try {
    await Promise.race([run, tooLong]);
  } finally {
    clearTimeout(limit);
  }
}
