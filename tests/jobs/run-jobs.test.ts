import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { jobs } from "#db/schema";
import { jobQueue, queueJob } from "~/domain/kernel/jobs/queue.server";
import { type JobFunctions, prepareWaitingPhotos, runWaitingJob } from "~/jobs/run-jobs";

const NIGHT = new Date("2026-11-20T01:00:00Z");
const later = (seconds: number) => new Date(NIGHT.getTime() + seconds * 1000);

/** A book renderer that records which books it was asked to make. */
function workshop(make: (book: string) => Promise<unknown> = async () => undefined) {
  const made: string[] = [];
  const work = (book: string) => {
    made.push(book);
    return make(book);
  };
  const functions: JobFunctions = {
    "render-book": work,
    "make-print-files": work,
    "make-vouchers": work,
    "prepare-photo": work,
    "restore-account": work,
  };
  return { functions, made };
}
function ask(subjectId: string): void {
  db.transaction((tx) => queueJob(tx, { kind: "render-book", subjectId, now: NIGHT }), {
    behavior: "immediate",
  });
}
function onlyJob() {
  const [job, ...others] = db.select().from(jobs).all();
  if (job === undefined || others.length > 0) throw new Error("There should be one job.");
  return job;
}

beforeEach(() => {
  db.delete(jobs).run();
  vi.spyOn(console, "error").mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

describe("work that waits", () => {
  it("is done once, one piece a run, in the order in which it was asked for", async () => {
    const { functions, made } = workshop();
    ask("book-1");
    ask("book-2");
    await runWaitingJob(later(1), functions);
    expect(made).toEqual(["book-1"]);
    await runWaitingJob(later(2), functions);
    await runWaitingJob(later(3), functions);
    expect(made).toEqual(["book-1", "book-2"]);
    expect(
      db
        .select()
        .from(jobs)
        .all()
        .map((job) => job.state),
    ).toEqual(["done", "done"]);
  });

  it("is done once when two workers look at the same time", async () => {
    const { functions, made } = workshop();
    ask("book-1");
    await Promise.all([runWaitingJob(NIGHT, functions), runWaitingJob(NIGHT, functions)]);
    expect(made).toEqual(["book-1"]);
  });

  it("is taken up by another worker when the first died over it", async () => {
    const dying = workshop(() => new Promise(() => {}));
    ask("book-1");
    void runWaitingJob(NIGHT, dying.functions);
    expect(dying.made).toEqual(["book-1"]);
    const { functions, made } = workshop();
    await runWaitingJob(later(29), functions);
    expect(made).toEqual([]);
    await runWaitingJob(later(31), functions);
    expect(made).toEqual(["book-1"]);
    expect(onlyJob()).toMatchObject({ state: "done", tries: 2 });
  });

  it("is left to a worker that is at it for ten minutes, and no longer", async () => {
    vi.useFakeTimers({ now: NIGHT });
    const slow = workshop(() => new Promise(() => {}));
    ask("book-1");
    void runWaitingJob(NIGHT, slow.functions);
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect(jobQueue.claim(later(9 * 60))).toBeNull();
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(jobQueue.claim(later(11 * 60))).toMatchObject({ subjectId: "book-1", tries: 2, deaths: 1 });
    vi.clearAllTimers();
    vi.useRealTimers();
  });

  it("is dead when it has failed five times, and says why", async () => {
    const { functions, made } = workshop(async () => {
      throw new Error("The photo of week 9 can’t be read.");
    });
    ask("book-1");
    for (let hour = 0; hour < 8; hour += 1) await runWaitingJob(later(hour * 3600), functions);
    expect(made).toHaveLength(5);
    expect(onlyJob()).toMatchObject({
      state: "dead",
      tries: 5,
      failure: "The photo of week 9 can’t be read.",
    });
    const [line] = vi.mocked(console.error).mock.calls.at(-1) ?? [];
    expect(JSON.parse(line)).toMatchObject({ event: "job_failed", kind: "render-book", outcome: "dead" });
  });

  it("fails when nobody knows how to do it", async () => {
    const job = { kind: "toString", subjectId: "x", runAfter: NIGHT, createdAt: NIGHT };
    db.insert(jobs).values(job).run();
    await runWaitingJob(NIGHT, workshop().functions);
    expect(onlyJob().failure).toBe("Nobody knows how to do a job of the kind toString.");
  });
});

describe("photos that wait", () => {
  const askFor = (subjectId: string, isAwaited = true) =>
    db.transaction((tx) => queueJob(tx, { kind: "prepare-photo", subjectId, now: NIGHT, isAwaited }), {
      behavior: "immediate",
    });

  it("are prepared beside other work, each once, and two at a time", async () => {
    let [atOnce, most] = [0, 0];
    const { functions, made } = workshop(async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
    });
    ask("book-1");
    for (const photo of ["one", "two", "three", "four", "five"]) askFor(photo);
    await prepareWaitingPhotos(later(1), functions);
    expect([made.toSorted(), most]).toEqual([["five", "four", "one", "three", "two"], 2]);
    await runWaitingJob(later(2), functions);
    expect(made).toContain("book-1");
  });

  it("do not keep a book waiting, nor does a book keep them", async () => {
    const { functions, made } = workshop();
    askFor("one");
    ask("book-1");
    await runWaitingJob(later(1), functions);
    expect(made).toEqual(["book-1"]);
    await prepareWaitingPhotos(later(2), functions);
    expect(made).toEqual(["book-1", "one"]);
  });

  it("are told how often they were tried, and never given up while trying may help", async () => {
    const tries: number[] = [];
    const { functions } = workshop();
    functions["prepare-photo"] = async (_id, _now, tried) => {
      tries.push(tried);
      throw new Error("Storage is silent.");
    };
    askFor("one");
    for (let hour = 1; hour <= 8; hour += 1) await prepareWaitingPhotos(later(hour * 3_601), functions);
    expect([tries, onlyJob().state]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], "waiting"]);
  });
});
