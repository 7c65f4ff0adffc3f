import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, type Transaction, write } from "#db/client.server";
import { alarms, jobs } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { PROCESS_DIED } from "~/domain/kernel/jobs/lease.server";
import {
  failJob,
  finishJob,
  isNoPhotoJob,
  isPhotoJob,
  isSetAside,
  type Job,
  jobQueue,
  prioritizeJob,
  queueJob,
  releaseJob,
} from "~/domain/kernel/jobs/queue.server";
import { plansOf } from "../../../support/query-plans";

const NIGHT = new Date("2026-11-20T01:00:00Z");
const later = (seconds: number) => new Date(NIGHT.getTime() + seconds * 1000);

function ask(subjectId: string, now = NIGHT): boolean {
  return db.transaction((tx) => queueJob(tx, { kind: "render-book", subjectId, now }), {
    behavior: "immediate",
  });
}
function take(now: Date): Job {
  const job = jobQueue.claim(now);
  if (job === null) throw new Error("There was no job to take.");
  return job;
}
const stateOf = (id: string) =>
  db
    .select()
    .from(jobs)
    .all()
    .find((job) => job.id === id);

beforeEach(() => {
  db.delete(jobs).run();
  db.delete(alarms).run();
});

describe("a job", () => {
  it("is taken once, by one worker, and done", () => {
    ask("book-1");
    const job = take(later(1));
    expect(job).toMatchObject({ kind: "render-book", subjectId: "book-1", state: "running", tries: 1 });
    expect(jobQueue.claim(later(1))).toBeNull();
    finishJob(job, later(5));
    expect(stateOf(job.id)).toMatchObject({ state: "done", finishedAt: later(5), takenUntil: null });
    expect(jobQueue.claim(later(100_000))).toBeNull();
  });

  it("is asked for once while it waits, and again while it runs", () => {
    expect(ask("book-1")).toBe(true);
    expect(ask("book-1")).toBe(false);
    take(NIGHT);
    expect(ask("book-1")).toBe(true);
  });

  it("is the first of an index, of photos and of all others, however many wait", () => {
    for (const where of [isPhotoJob, isNoPhotoJob]) {
      const plans = plansOf(() => jobQueue.nextDue(db, later(1), { where }));
      expect(plans).toContainEqual(expect.stringMatching(/^SEARCH jobs USING INDEX jobs_next \(<expr>=\?\)/));
      expect(plans).toContainEqual(expect.stringMatching(/^SEARCH twin USING INDEX jobs_unfinished/));
      expect(plans.join()).not.toContain("TEMP B-TREE");
    }
  });

  it("waits while another worker is at the same book, and does not hold up other books", () => {
    ask("book-1");
    const first = take(NIGHT);
    ask("book-1", later(1));
    ask("book-2", later(2));
    expect(take(later(3)).subjectId).toBe("book-2");
    expect(jobQueue.claim(later(3))).toBeNull();
    finishJob(first, later(4));
    expect(take(later(4)).subjectId).toBe("book-1");
  });

  it("that somebody waits for is taken before older ones, also when they came to wait for it later", () => {
    const add = (subjectId: string, isAwaited: boolean) =>
      write((tx) => queueJob(tx, { kind: "render-book", subjectId, now: NIGHT, isAwaited }));
    write((tx) => queueJob(tx, { kind: "make-print-files", subjectId: "parcel-1", now: NIGHT }));
    add("ahead", false);
    add("visited-later", false);
    add("visited", true);
    write((tx) => prioritizeJob(tx, "render-book", "visited-later"));
    const taken = [1, 2, 3, 4].map((second) => take(later(second)).subjectId);
    expect(taken).toEqual(["visited-later", "visited", "parcel-1", "ahead"]);
  });

  it("is taken again when the lease of a worker that died has run out", () => {
    ask("book-1");
    const dead = take(NIGHT);
    jobQueue.renew(dead, later(10));
    expect(jobQueue.claim(later(39))).toBeNull();
    const second = take(later(40));
    expect(second).toMatchObject({ id: dead.id, tries: 2 });
    // The first worker was only slow: its late report no longer counts.
    finishJob(dead, later(41));
    failJob(dead, "Too late.", later(41));
    jobQueue.renew(dead, later(41));
    expect(stateOf(dead.id)).toMatchObject({ state: "running", tries: 2 });
    expect(jobQueue.claim(later(69))).toBeNull();
    finishJob(second, later(69));
    expect(stateOf(dead.id)?.state).toBe("done");
  });

  it("is dead after five failures, each waited for longer than the last", () => {
    ask("book-1");
    let seconds = 0;
    for (const wait of [10, 60, 300, 900]) {
      const job = take(later(seconds));
      expect(failJob(job, "The photo is missing.", later(seconds))).toBe("waiting");
      expect(jobQueue.claim(later(seconds + wait - 1))).toBeNull();
      seconds += wait;
    }
    const last = take(later(seconds));
    expect(failJob(last, "The photo is missing.", later(seconds))).toBe("dead");
    expect(stateOf(last.id)).toMatchObject({ state: "dead", tries: 5, failure: "The photo is missing." });
    expect(jobQueue.claim(later(1_000_000))).toBeNull();
  });

  it("is set aside at the second death of its worker, with an alarm that names it, and the next one goes on", () => {
    ask("book-1");
    ask("book-2", later(1));
    take(NIGHT);
    expect(take(later(30)).subjectId).toBe("book-1");
    const setAside: string[] = [];
    const next = jobQueue.claim(later(60), { onSetAside: (_, { subjectId }) => setAside.push(subjectId) });
    expect([next?.subjectId, setAside]).toEqual(["book-2", ["book-1"]]);
    expect(db.select().from(jobs).where(eq(jobs.subjectId, "book-1")).get()).toMatchObject({
      ...{ state: "dead", tries: 2, deaths: 2, failure: PROCESS_DIED },
    });
    expect([isSetAside("render-book", "book-1"), isSetAside("render-book", "book-2")]).toEqual([true, false]);
    expect(openAlarms()).toMatchObject([
      {
        kind: "work_set_aside",
        objectType: "job",
        message: expect.stringContaining("render-book of book-1"),
      },
    ]);
  });

  it("counts a death and failures apart: one death and a failure don’t set it aside", () => {
    ask("book-1");
    take(NIGHT);
    failJob(take(later(30)), "The photo is missing.", later(31));
    expect(take(later(1_000))).toMatchObject({ tries: 3, deaths: 1 });
  });

  it("that a worker gives back when it stops counts as not taken, also where a newer one waits", () => {
    ask("book-1");
    releaseJob(take(NIGHT), later(1));
    const again = take(later(2));
    expect(again).toMatchObject({ tries: 1, deaths: 0 });
    ask("book-1", later(3));
    releaseJob(again, later(4));
    expect(take(later(5)).id).not.toBe(again.id);
  });

  it("gives way to a newer request for the same book when it fails", () => {
    ask("book-1");
    const older = take(NIGHT);
    ask("book-1", later(1));
    expect(failJob(older, "The photo is missing.", later(2))).toBe("replaced");
    expect(take(later(2)).id).not.toBe(older.id);
  });

  it("of another kind for the same subject is another job: it waits for nothing, and is hurried, replaced or set aside alone", () => {
    const print = { kind: "make-print-files", subjectId: "book-1" } as const;
    const isAwaited = () =>
      db
        .select()
        .from(jobs)
        .all()
        .map((job) => job.isAwaited);
    ask("book-1");
    const book = take(NIGHT);
    write((tx) => queueJob(tx, { ...print, now: NIGHT }));
    write((tx) => prioritizeJob(tx, "render-book", "book-1"));
    expect(isAwaited()).toEqual([false, false]);
    ask("book-2");
    write((tx) => prioritizeJob(tx, "render-book", "book-2"));
    expect(isAwaited()).toEqual([false, false, true]);
    expect(failJob(book, "The photo is missing.", later(1))).toBe("waiting");
    expect([1, 2].map((second) => take(later(second)).kind)).toEqual(["render-book", "make-print-files"]);
  });

  it("is set aside by deaths, not by failures", () => {
    ask("book-1");
    const job = take(NIGHT);
    for (const [state, deaths, isAside] of [
      ["dead", 1, false],
      ["dead", 2, true],
      ["done", 2, false],
    ] as const) {
      db.update(jobs).set({ state, deaths, takenUntil: null }).where(eq(jobs.id, job.id)).run();
      expect(isSetAside("render-book", "book-1")).toBe(isAside);
    }
    expect([isSetAside("make-vouchers", "book-1"), isSetAside("render-book", "book-2")]).toEqual([false, false]);
  });

  it.each([
    ["waits for its time", { runAfter: later(1) }, false],
    ["waits for no more", { runAfter: NIGHT }, true],
    ["is held for a moment longer", { state: "running", takenUntil: later(0.001) }, false],
    ["was held until this moment", { state: "running", takenUntil: NIGHT }, true],
    [
      "is held for as long as a lease lasts, by somebody who counts a second ahead",
      { state: "running", takenUntil: later(31) },
      false,
    ],
    ["was held while the clock was ahead", { state: "running", takenUntil: later(31.001) }, true],
    ["is done", { state: "done" }, false],
  ] as const)("that %s is taken: %s", (_, given, isTaken) => {
    ask("book-1");
    db.update(jobs).set(given).run();
    expect(jobQueue.claim(NIGHT) !== null).toBe(isTaken);
  });

  it.each([
    [later(0.001), false],
    [NIGHT, true],
    [later(31), false],
    [later(31.001), true],
  ])("is taken beside one of the same subject that is held until %s: %s", (takenUntil, isTaken) => {
    const held = { subjectId: "book-1", state: "running", takenUntil, runAfter: later(60), createdAt: NIGHT } as const;
    db.insert(jobs)
      .values({ kind: "render-book", ...held })
      .run();
    ask("book-1");
    expect(jobQueue.claim(NIGHT) !== null).toBe(isTaken);
  });

  it("is worked on until so many are done, and its failure is told of", async () => {
    for (const subjectId of ["book-1", "book-2", "book-3"]) ask(subjectId);
    const worked: string[] = [];
    const run = async (job: Job, now: Date) => {
      worked.push(job.subjectId);
      if (job.subjectId === "book-1") throw new Error("The photo is missing.");
      finishJob(job, now);
    };
    const failed = (job: Job, message: string, now: Date) => void failJob(job, message, now);
    await jobQueue.work(NIGHT, { most: 2, run, failed });
    expect(worked).toEqual(["book-1", "book-2"]);
    const states = db
      .select()
      .from(jobs)
      .all()
      .map(({ state, failure }) => [state, failure]);
    expect(states).toEqual([
      ["waiting", "The photo is missing."],
      ["done", null],
      ["waiting", null],
    ]);
    await jobQueue.work(NIGHT, { most: 9, run, failed });
    expect(worked).toEqual(["book-1", "book-2", "book-3"]);
  });

  it("is claimed as its worker wants it: of some subjects alone, and left where it is not admitted", () => {
    for (const subjectId of ["book-1", "book-2"]) ask(subjectId);
    const where = eq(jobs.subjectId, "book-2");
    const end = (tx: Transaction, { id }: Job) => {
      tx.update(jobs).set({ state: "done" }).where(eq(jobs.id, id)).run();
      return null;
    };
    expect(jobQueue.claimAll(NIGHT, 9, { where, admit: end })).toEqual([]);
    expect(
      db
        .select()
        .from(jobs)
        .all()
        .map(({ state, tries }) => [state, tries]),
    ).toEqual([
      ["waiting", 0],
      ["done", 0],
    ]);
    expect(jobQueue.claimAll(NIGHT, 1, { where })).toEqual([]);
    expect(jobQueue.claimAll(NIGHT, 9).map(({ subjectId }) => subjectId)).toEqual(["book-1"]);
  });

  it("that was finished is changed by no late worker, nor is another’s", () => {
    for (const subjectId of ["book-1", "book-2"]) ask(subjectId);
    const [first, second] = jobQueue.claimAll(NIGHT, 2);
    if (!first || !second) throw new Error("There were not two.");
    finishJob(first, later(1));
    failJob(first, "Too late.", later(2));
    expect([first, second].map(({ id }) => stateOf(id)?.state)).toEqual(["done", "running"]);
  });
});
