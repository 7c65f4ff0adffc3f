import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { jobs, webhookEvents } from "#db/schema";
import { claimJob, failJob, finishJob, type Job, queueJob } from "~/domain/jobs/queue.server";
import {
  claimWebhookEvent,
  renewWebhookLease,
  rescheduleWebhookEvent,
} from "~/domain/jobs/webhook-queue.server";

const NIGHT = new Date("2026-11-20T01:00:00Z");
const later = (seconds: number) => new Date(NIGHT.getTime() + seconds * 1000);

function ask(subjectId: string, now = NIGHT): boolean {
  return db.transaction((tx) => queueJob(tx, { kind: "render-book", subjectId, now }), {
    behavior: "immediate",
  });
}
function take(now: Date): Job {
  const job = claimJob(now);
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
  db.delete(webhookEvents).run();
});

describe("a job", () => {
  it("is taken once, by one worker, and done", () => {
    ask("book-1");
    const job = take(later(1));
    expect(job).toMatchObject({ kind: "render-book", subjectId: "book-1", state: "running", tries: 1 });
    expect(claimJob(later(1))).toBeNull();
    finishJob(job, later(5));
    expect(stateOf(job.id)).toMatchObject({ state: "done", finishedAt: later(5), takenUntil: null });
    expect(claimJob(later(100_000))).toBeNull();
  });

  it("is asked for once while it waits, and again while it runs", () => {
    expect(ask("book-1")).toBe(true);
    expect(ask("book-1")).toBe(false);
    take(NIGHT);
    expect(ask("book-1")).toBe(true);
  });

  it("waits while another worker is at the same book, and does not hold up other books", () => {
    ask("book-1");
    const first = take(NIGHT);
    ask("book-1", later(1));
    ask("book-2", later(2));
    expect(take(later(3)).subjectId).toBe("book-2");
    expect(claimJob(later(3))).toBeNull();
    finishJob(first, later(4));
    expect(take(later(4)).subjectId).toBe("book-1");
  });

  it("is taken again when the lease of a worker that died has run out", () => {
    ask("book-1");
    const dead = take(NIGHT);
    expect(claimJob(later(599))).toBeNull();
    const second = take(later(600));
    expect(second).toMatchObject({ id: dead.id, tries: 2 });
    // The first worker was only slow: its late report no longer counts.
    finishJob(dead, later(601));
    failJob(dead, "Too late.", later(601));
    expect(stateOf(dead.id)).toMatchObject({ state: "running", tries: 2 });
    finishJob(second, later(602));
    expect(stateOf(dead.id)?.state).toBe("done");
  });

  it("is dead after five failures, each waited for longer than the last", () => {
    ask("book-1");
    let seconds = 0;
    for (const wait of [10, 60, 300, 900]) {
      const job = take(later(seconds));
      expect(failJob(job, "The photo is missing.", later(seconds))).toBe("waiting");
      expect(claimJob(later(seconds + wait - 1))).toBeNull();
      seconds += wait;
    }
    const last = take(later(seconds));
    expect(failJob(last, "The photo is missing.", later(seconds))).toBe("dead");
    expect(stateOf(last.id)).toMatchObject({ state: "dead", tries: 5, failure: "The photo is missing." });
    expect(claimJob(later(1_000_000))).toBeNull();
  });

  it("is dead when five workers took it and none came back", () => {
    ask("book-1");
    for (let number = 0; number < 5; number += 1) take(later(number * 600));
    expect(claimJob(later(5 * 600))).toBeNull();
    expect(db.select().from(jobs).get()).toMatchObject({
      state: "dead",
      failure: "Every worker that took it stopped.",
    });
  });

  it("gives way to a newer request for the same book when it fails", () => {
    ask("book-1");
    const older = take(NIGHT);
    ask("book-1", later(1));
    expect(failJob(older, "The photo is missing.", later(2))).toBe("replaced");
    expect(take(later(2)).id).not.toBe(older.id);
  });
});

describe("a message of the payment provider", () => {
  function keep(id: string, changes: Partial<typeof webhookEvents.$inferInsert> = {}): void {
    const event = { id, type: "checkout.session.completed", objectId: "cs_1", payload: "{}" };
    db.insert(webhookEvents)
      .values({ ...event, receivedAt: NIGHT, nextTryAt: NIGHT, ...changes })
      .run();
  }

  it("is taken by one worker, and again when that one died", () => {
    keep("evt_1");
    expect(claimWebhookEvent(later(0))).toEqual({ id: "evt_1", tries: 1 });
    expect(claimWebhookEvent(later(14))).toBeNull();
    expect(claimWebhookEvent(later(15))).toEqual({ id: "evt_1", tries: 2 });
  });

  it("stays with the worker that says it is at it, and not with one that was away too long", () => {
    keep("evt_1");
    const first = { id: "evt_1", tries: 1 };
    expect(claimWebhookEvent(later(0))).toEqual(first);
    renewWebhookLease(first, later(10));
    expect(claimWebhookEvent(later(24))).toBeNull();
    expect(claimWebhookEvent(later(25))).toEqual({ id: "evt_1", tries: 2 });
    renewWebhookLease(first, later(26));
    rescheduleWebhookEvent(first, "Too late.", later(26));
    expect(claimWebhookEvent(later(40))).toEqual({ id: "evt_1", tries: 3 });
  });

  it("is left alone once it was worked on", () => {
    keep("evt_1", { processedAt: NIGHT });
    expect(claimWebhookEvent(later(1000))).toBeNull();
  });

  it("is worked on even if nobody said when", () => {
    keep("evt_1", { nextTryAt: null });
    expect(claimWebhookEvent(NIGHT)).toEqual({ id: "evt_1", tries: 1 });
  });

  it("is put back for twice as long each time, an hour at most, and never given up", () => {
    keep("evt_1");
    let seconds = 0;
    const waits: number[] = [];
    for (let number = 0; number < 12; number += 1) {
      const event = claimWebhookEvent(later(seconds));
      if (event === null) throw new Error("The message was lost.");
      rescheduleWebhookEvent(event, "The payment provider didn’t answer.", later(seconds));
      const next = db.select().from(webhookEvents).get()?.nextTryAt ?? NIGHT;
      waits.push((next.getTime() - later(seconds).getTime()) / 1000);
      seconds += waits.at(-1) ?? 0;
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    expect(db.select().from(webhookEvents).get()?.failure).toBe("The payment provider didn’t answer.");
  });
});
