import { lastRunOf, recordRun } from "~/domain/jobs/runs.server";
import { MINUTE_MS } from "~/domain/time/durations";
import { logLine, messageOf } from "./log";
import type { ScheduleLine } from "./schedule";
import { isDue, retryDelay } from "./timing";

/**
 * The scheduler walks through the schedule and never runs a line over itself. A line that fails is logged,
 * written down and tried again, more slowly each time; it stops neither the others nor the shift.
 */

const STEP_MILLISECONDS = 250;
/** How long a stop waits for what is being done; leases let another worker finish the rest. */
const STOP_MILLISECONDS = 10_000;
/** A run that does not come back is given up, so that its line can go on. */
const LONGEST_RUN_MILLISECONDS = 15 * MINUTE_MS;
/** Lines that run every second are written down once a minute, or the disk would do nothing else. */
const RECORD_EVERY_MILLISECONDS = MINUTE_MS;

interface TaskState {
  line: ScheduleLine;
  running: Promise<void> | null;
  startedAt: Date | null;
  recordedAt: Date | null;
  failuresInARow: number;
}

export interface Scheduler {
  /** Ends the shift: begins nothing new and waits for what is being done, ten seconds at most. */
  stop(): Promise<void>;
  /** Runs what is due at this moment and waits for it; the clock does this by itself. */
  step(): Promise<void>;
}

/**
 * Starts the shift. Lines that ran before, in an earlier process too, run when they are next due.
 * @param options.stepMilliseconds how often to look at the clock; null leaves it to whoever calls `step`.
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
  // A run that never ended died with its worker; it counts as not run.
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
    const minutes = LONGEST_RUN_MILLISECONDS / MINUTE_MS;
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
