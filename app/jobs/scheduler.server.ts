import { logLine, messageOf } from "~/adapters/log/log.server";
import { lastRunOf, recordRun, type ScheduleRun } from "~/domain/kernel/jobs/runs.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import type { ScheduledTask } from "./schedule";
import { isDue, retryDelay } from "./timing";

/**
 * The scheduler runs the scheduled tasks; a task never overlaps itself. A failed task is logged, recorded and retried
 * after increasing delays; it stops neither the other tasks nor the scheduler.
 */

const STEP_MILLISECONDS = 250;
/** How long a stop waits for running tasks; leases let another worker finish the rest. */
export const STOP_MILLISECONDS = 10_000;
const LONGEST_RUN_MINUTES = 15;
/** Frequent tasks are recorded once a minute, because recording every second would keep the disk busy. */
const RECORD_EVERY_MILLISECONDS = MINUTE_MS;

interface TaskState {
  definition: ScheduledTask;
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
  schedule: readonly ScheduledTask[];
  now: () => Date;
  stepMilliseconds?: number | null;
  /** Called before the tasks when the clock went back by a minute or more, or was ahead before this process. */
  onClockSetBack?: (from: Date, now: Date) => void;
}): Scheduler {
  const tasks = options.schedule.map(openTask);
  let stopped = false;
  let triedAt = 0;
  let latest = Math.max(0, ...tasks.map(({ startedAt }) => startedAt?.getTime() ?? 0));

  /** A failure, as on a full disk, keeps no task from running and is tried again after a minute. */
  const noteSetBack = (now: Date) => {
    if (latest - now.getTime() < MINUTE_MS) {
      latest = now.getTime();
      return;
    }
    if (Math.abs(now.getTime() - triedAt) < MINUTE_MS) return;
    triedAt = now.getTime();
    try {
      options.onClockSetBack?.(new Date(latest), now);
      latest = now.getTime();
    } catch (error) {
      logLine("error", "set_back_not_noted", { message: messageOf(error) });
    }
  };
  const step = async () => {
    if (stopped) return;
    const now = options.now();
    noteSetBack(now);
    for (const task of tasks) {
      if (task.running !== null || !isReady(task, now)) continue;
      task.running = work(task, now, options.now).finally(() => {
        task.running = null;
      });
    }
    await Promise.all(tasks.map((task) => task.running));
  };
  const pause = options.stepMilliseconds === undefined ? STEP_MILLISECONDS : options.stepMilliseconds;
  const clock = pause === null ? undefined : setInterval(() => void step(), pause);

  return {
    step,
    async stop() {
      stopped = true;
      clearInterval(clock);
      let timer: NodeJS.Timeout | undefined;
      const timeUp = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MILLISECONDS);
      });
      await Promise.race([Promise.all(tasks.map((task) => task.running)), timeUp]);
      clearTimeout(timer);
    },
  };
}

function openTask(definition: ScheduledTask): TaskState {
  const last = lastRunOf(definition.name);
  // A run without an end died with its worker and counts as not run.
  const startedAt = last?.finishedAt ? last.startedAt : null;
  return { definition, running: null, startedAt, recordedAt: null, failuresInARow: last?.failure ? 1 : 0 };
}

function isReady(task: TaskState, now: Date): boolean {
  if (task.failuresInARow > 0 && task.startedAt !== null && task.startedAt <= now) {
    return now.getTime() - task.startedAt.getTime() >= retryDelay(task.definition, task.failuresInARow);
  }
  return isDue(task.definition, task.startedAt, now);
}

async function work(task: TaskState, now: Date, clock: () => Date): Promise<void> {
  const wasFailing = task.failuresInARow > 0;
  const isWorthRecording =
    task.recordedAt === null || Math.abs(now.getTime() - task.recordedAt.getTime()) >= RECORD_EVERY_MILLISECONDS;
  task.startedAt = now;
  try {
    if (isWorthRecording) note(task, { startedAt: now, finishedAt: null, failure: null });
    await withinTime(task.definition.run(now), task.definition.longestMinutes ?? LONGEST_RUN_MINUTES);
    task.failuresInARow = 0;
    if (isWorthRecording || wasFailing) note(task, { startedAt: now, finishedAt: clock(), failure: null });
  } catch (error) {
    task.failuresInARow += 1;
    logLine("error", "run_failed", {
      name: task.definition.name,
      failures: task.failuresInARow,
      message: messageOf(error),
    });
    note(task, { startedAt: now, finishedAt: clock(), failure: messageOf(error) });
  }
}

/** Records a run. A database that takes no writes keeps no task from running: the alarms are tasks, too. */
function note(task: TaskState, run: ScheduleRun): void {
  if (run.finishedAt) task.recordedAt = run.startedAt;
  try {
    recordRun(task.definition.name, run);
  } catch (error) {
    logLine("error", "run_not_recorded", { name: task.definition.name, message: messageOf(error) });
  }
}

async function withinTime(run: unknown, minutes: number): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error(`Did not end within ${minutes} minutes.`)), minutes * MINUTE_MS);
  });
  try {
    await Promise.race([run, tooLong]);
  } finally {
    clearTimeout(limit);
  }
}
