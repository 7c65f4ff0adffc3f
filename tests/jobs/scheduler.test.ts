import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { scheduleRuns } from "#db/schema";
import { lastRunOf } from "~/domain/kernel/jobs/runs.server";
import type { ScheduledTask } from "~/jobs/schedule";
import { type Scheduler, startScheduler } from "~/jobs/scheduler.server";

const NIGHT = new Date("2026-11-20T03:00:00Z");
let now = NIGHT;
const moveOn = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

let scheduler: Scheduler | undefined;
/** A scheduler whose clock only moves when the test says so. */
function start(...schedule: ScheduledTask[]): Scheduler {
  scheduler = startScheduler({ schedule, now: () => now, stepMilliseconds: null });
  return scheduler;
}

beforeEach(() => {
  now = NIGHT;
  db.delete(scheduleRuns).run();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(async () => {
  await scheduler?.stop();
  vi.restoreAllMocks();
});

function counted(name: string, everySeconds: number) {
  const times: Date[] = [];
  const line: ScheduledTask = { name, everySeconds, run: (at) => void times.push(at) };
  return { line, times };
}

function guard() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("the scheduler", () => {
  it("runs each line when it is due and tells it the time", async () => {
    const quick = counted("quick", 1);
    const slow = counted("slow", 3);
    const { step } = start(quick.line, slow.line);
    for (let second = 0; second < 6; second += 1) {
      await step();
      moveOn(1);
    }
    expect(quick.times).toHaveLength(6);
    expect(slow.times).toEqual([NIGHT, new Date("2026-11-20T03:00:03Z")]);
  });

  it("runs on when the clock was a day ahead and is back, also after a restart", async () => {
    const quick = counted("quick", 60);
    const nightly: Date[] = [];
    const daily: ScheduledTask = { name: "daily", dailyAt: "03:30", run: (at) => void nightly.push(at) };
    const first = start(quick.line, daily);
    moveOn(86_400);
    await first.step();
    moveOn(-86_400);
    await first.step();
    expect([quick.times.length, nightly.length]).toEqual([2, 2]);
    moveOn(86_400);
    await first.step();
    await first.stop();
    moveOn(-86_390);
    await start(quick.line, daily).step();
    expect([quick.times.length, nightly.length]).toEqual([4, 4]);
  });

  it("notes once that the clock went back, and tries again after a minute when that fails", async () => {
    const quick = counted("quick", 1);
    const noted: [Date, Date][] = [];
    let isFull = true;
    scheduler = startScheduler({
      ...{ schedule: [quick.line], now: () => now, stepMilliseconds: null },
      onClockSetBack: (from, to) => {
        noted.push([from, to]);
        if (isFull) throw new Error("The disk is full.");
      },
    });
    moveOn(86_400);
    await scheduler.step();
    const ahead = now;
    moveOn(-86_400);
    for (let second = 0; second < 60; second += 1) {
      await scheduler.step();
      moveOn(1);
    }
    expect([noted.length, quick.times.length]).toEqual([1, 61]);
    isFull = false;
    for (let second = 0; second < 180; second += 1) {
      await scheduler.step();
      moveOn(1);
    }
    expect(noted).toEqual([
      [ahead, NIGHT],
      [ahead, new Date(NIGHT.getTime() + 60_000)],
    ]);
  });

  it("tries what failed while the clock was ahead again at once", async () => {
    let tries = 0;
    const failing: ScheduledTask = {
      name: "failing",
      everySeconds: 60,
      run: () => {
        tries += 1;
        throw new Error("No.");
      },
    };
    const { step } = start(failing);
    moveOn(86_400);
    await step();
    moveOn(-86_400);
    await step();
    expect(tries).toBe(2);
  });

  it("writes down when a line ran", async () => {
    const { step } = start(counted("reconcile-payments", 300).line);
    await step();
    expect(lastRunOf("reconcile-payments")).toMatchObject({
      startedAt: NIGHT,
      finishedAt: NIGHT,
      failure: null,
    });
    moveOn(300);
    await step();
    expect(lastRunOf("reconcile-payments")?.startedAt).toEqual(now);
  });

  it("runs each line while the database takes no writes, since alarms are lines, too", async () => {
    const watch = counted("watch", 60);
    const { step } = start(watch.line);
    rawConnection().pragma("query_only = ON");
    try {
      for (let minute = 0; minute < 3; minute += 1) {
        await step();
        moveOn(60);
      }
    } finally {
      rawConnection().pragma("query_only = OFF");
    }
    expect(watch.times).toHaveLength(3);
  });

  it("writes down a line that runs every second once a minute", async () => {
    const { step } = start(counted("run-jobs", 1).line);
    for (let second = 0; second < 60; second += 1) {
      await step();
      moveOn(1);
    }
    expect(lastRunOf("run-jobs")?.startedAt).toEqual(NIGHT);
    await step();
    expect(lastRunOf("run-jobs")?.startedAt).toEqual(now);
  });

  it("never runs a line over itself, and does not let it hold up the others", async () => {
    const { open, opened } = guard();
    let runs = 0;
    const long: ScheduledTask = {
      name: "long",
      everySeconds: 1,
      run() {
        runs += 1;
        return opened;
      },
    };
    const other = counted("other", 1);
    const { step } = start(long, other.line);
    const first = step();
    moveOn(5);
    const second = step();
    expect(runs).toBe(1);
    open();
    await Promise.all([first, second]);
    expect(other.times.length).toBeGreaterThanOrEqual(1);
    moveOn(1);
    await step();
    expect(runs).toBe(2);
  });

  it("goes on when a line fails, writes it down, logs one line of JSON, and tries more slowly", async () => {
    let runs = 0;
    const broken: ScheduledTask = {
      name: "broken",
      everySeconds: 1,
      run() {
        runs += 1;
        throw new Error("The disk is full.\nReally.");
      },
    };
    const other = counted("other", 1);
    const { step } = start(broken, other.line);
    for (let second = 0; second < 8; second += 1) {
      await step();
      moveOn(1);
    }
    // At 0, then 2 and 4 seconds later.
    expect(runs).toBe(3);
    expect(other.times).toHaveLength(8);
    expect(lastRunOf("broken")).toMatchObject({ failure: "The disk is full.\nReally." });
    const [line] = vi.mocked(console.error).mock.calls[0] ?? [];
    expect(line).not.toContain("\n");
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      event: "run_failed",
      name: "broken",
      failures: 1,
    });
  });

  it("says that a line is well again", async () => {
    let isBroken = true;
    const line: ScheduledTask = {
      name: "mended",
      everySeconds: 1,
      async run() {
        if (isBroken) throw new Error("Not now.");
      },
    };
    const { step } = start(line);
    await step();
    isBroken = false;
    moveOn(2);
    await step();
    expect(lastRunOf("mended")).toMatchObject({ startedAt: now, failure: null });
  });

  it("catches up once after it was down, not once for each time it missed", async () => {
    const before = counted("daily", 300);
    await start(before.line).step();
    await scheduler?.stop();
    moveOn(3 * 3600);
    const after = counted("daily", 300);
    const { step } = start(after.line);
    await step();
    await step();
    expect(after.times).toEqual([now]);
  });

  it("does not run again at once what an earlier worker has just run", async () => {
    await start(counted("reconcile-payments", 300).line).step();
    await scheduler?.stop();
    moveOn(10);
    const later = counted("reconcile-payments", 300);
    await start(later.line).step();
    expect(later.times).toEqual([]);
  });

  it("runs again what a worker was doing when it died", async () => {
    db.insert(scheduleRuns).values({ name: "tidy-up", startedAt: NIGHT }).run();
    moveOn(60);
    const line = counted("tidy-up", 86_400);
    await start(line.line).step();
    expect(line.times).toEqual([now]);
  });

  it("lets what is being done end before it stops, and begins nothing new", async () => {
    const { open, opened } = guard();
    let isDone = false;
    let runs = 0;
    const line: ScheduledTask = {
      name: "long",
      everySeconds: 1,
      async run() {
        runs += 1;
        await opened;
        isDone = true;
      },
    };
    const other = counted("other", 1);
    const { step, stop } = start(line, other.line);
    void step();
    const stopping = stop();
    moveOn(5);
    void step();
    open();
    await stopping;
    expect({ isDone, runs, others: other.times.length }).toEqual({ isDone: true, runs: 1, others: 1 });
  });

  it("does not wait for ever for what does not end", async () => {
    vi.useFakeTimers();
    try {
      const { step, stop } = start({ name: "stuck", everySeconds: 1, run: () => new Promise(() => {}) });
      void step();
      let hasStopped = false;
      const stopping = stop().then(() => {
        hasStopped = true;
      });
      await vi.advanceTimersByTimeAsync(9_999);
      expect(hasStopped).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await stopping;
      scheduler = undefined;
    } finally {
      vi.useRealTimers();
    }
  });

  it("lets a run that may take longer do so", async () => {
    vi.useFakeTimers();
    try {
      const { step } = start({
        name: "long",
        everySeconds: 1,
        longestMinutes: 60,
        run: () => new Promise((resolve) => setTimeout(resolve, 59 * 60_000)),
      });
      const first = step();
      await vi.advanceTimersByTimeAsync(59 * 60_000);
      await first;
      expect(lastRunOf("long")?.failure).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("gives up a run that does not come back in a quarter of an hour, and runs the line again", async () => {
    vi.useFakeTimers();
    try {
      let runs = 0;
      const stuck: ScheduledTask = {
        name: "stuck",
        everySeconds: 1,
        run() {
          runs += 1;
          return runs === 1 ? new Promise(() => {}) : undefined;
        },
      };
      const { step } = start(stuck);
      const first = step();
      await vi.advanceTimersByTimeAsync(15 * 60_000);
      await first;
      expect(lastRunOf("stuck")?.failure).toBe("Did not end within 15 minutes.");
      moveOn(15 * 60);
      await step();
      expect(runs).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("walks by itself", async () => {
    const { open, opened } = guard();
    scheduler = startScheduler({
      schedule: [{ name: "by-itself", everySeconds: 1, run: open }],
      now: () => now,
      stepMilliseconds: 1,
    });
    await opened;
    await scheduler.stop();
    expect(lastRunOf("by-itself")?.startedAt).toEqual(NIGHT);
  });
});
