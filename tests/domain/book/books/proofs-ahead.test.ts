import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { db, rawConnection, write } from "#db/client.server";
import { bookFiles, drafts, entries, jobs, loops } from "#db/schema";
import { queueChangedProofs, startProof } from "~/domain/book/books/proofs-ahead.server";
import { jobQueue, queueJob } from "~/domain/kernel/jobs/queue.server";
import { loopOf, NOW, person } from "../../../support/people";

const maya = person("Maya");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const SETTLED = later(61);

beforeEach(() => {
  for (const table of [jobs, bookFiles, entries, loops]) db.delete(table).run();
});

/** A year with a week that was saved just now. */
function writtenYear(): string {
  const { id } = loopOf(maya.id, {});
  db.update(loops).set({ updatedAt: NOW }).where(eq(loops.id, id)).run();
  db.insert(entries)
    .values({ loopId: id, week: 1, prompt: "Why?", content: "Because.", createdAt: NOW, updatedAt: NOW })
    .run();
  return id;
}

const change = (loopId: string, at: Date) =>
  db
    .update(loops)
    .set({ contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: at })
    .where(eq(loops.id, loopId))
    .run();

const waiting = () =>
  db
    .select()
    .from(bookFiles)
    .all()
    .map(({ loopId, kind }) => [loopId, kind]);
const finishAll = () => {
  db.update(bookFiles).set({ state: "ready" }).run();
  db.update(jobs).set({ state: "done" }).run();
};

it("a year that was changed has its proof made once nothing has changed for a minute", () => {
  const loopId = writtenYear();
  expect(queueChangedProofs(later(30))).toBe(0);
  expect(queueChangedProofs(SETTLED)).toBe(1);
  expect(waiting()).toEqual([[loopId, "screen"]]);
  expect(db.select().from(jobs).all()).toMatchObject([{ kind: "render-book", state: "waiting" }]);
});

it("it is made once for each change, and never again where it could not be made", () => {
  const loopId = writtenYear();
  queueChangedProofs(SETTLED);
  expect(queueChangedProofs(later(80))).toBe(0);
  finishAll();
  expect(queueChangedProofs(later(100))).toBe(0);
  change(loopId, later(120));
  expect(queueChangedProofs(later(200))).toBe(1);
  db.update(bookFiles).set({ state: "failed" }).run();
  db.update(jobs).set({ state: "dead" }).run();
  expect(queueChangedProofs(later(220))).toBe(0);
});

it("somebody who waits for a book waits for no more than two of them", () => {
  for (let year = 0; year < 5; year += 1) writtenYear();
  expect(queueChangedProofs(SETTLED)).toBe(2);
  expect(queueChangedProofs(SETTLED)).toBe(0);
  finishAll();
  expect(queueChangedProofs(SETTLED)).toBe(2);
});

it("none of them is begun while more than two books wait", () => {
  for (const subjectId of ["one", "two", "three"])
    write((tx) => queueJob(tx, { kind: "render-book", subjectId, now: NOW }));
  writtenYear();
  expect(queueChangedProofs(SETTLED)).toBe(0);
});

it("a proof is opened where nothing can be stored just now, and not where the program is wrong", () => {
  const loopId = writtenYear();
  rawConnection().pragma("query_only = ON");
  try {
    expect(startProof(maya.id, loopId, NOW)).toBe(false);
  } finally {
    rawConnection().pragma("query_only = OFF");
  }
  expect(() => startProof(maya.id, loopId, new Date(Number.NaN))).toThrow();
});

it("a proof that somebody opens is made before waiting print files and proofs that nobody looks at", () => {
  write((tx) => queueJob(tx, { kind: "make-print-files", subjectId: "parcel-1", now: NOW }));
  const [opened, ahead] = [writtenYear(), writtenYear()];
  expect(queueChangedProofs(SETTLED)).toBe(2);
  const neverMade = writtenYear();
  for (const loopId of [opened, neverMade]) expect(startProof(maya.id, loopId, later(70))).toBe(true);
  const files = new Map(
    db
      .select()
      .from(bookFiles)
      .all()
      .map(({ id, loopId }) => [id, loopId]),
  );
  const taken = [1, 2, 3, 4].map(() => jobQueue.claim(later(80))?.subjectId ?? "");
  expect(taken.map((subject) => files.get(subject) ?? subject)).toEqual([opened, neverMade, "parcel-1", ahead]);
});

it("nothing is made of a year without a week, one that went to print, or one left alone for longer than a month", () => {
  loopOf(maya.id, {});
  const sent = writtenYear();
  db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, sent)).run();
  expect(queueChangedProofs(SETTLED)).toBe(0);
  writtenYear();
  expect(queueChangedProofs(later(31 * 24 * 3600))).toBe(0);
});

it("a proof is made however many years without a week have changed since", () => {
  const loopId = writtenYear();
  for (let year = 0; year < 50; year += 1) change(loopOf(maya.id).id, later(1));
  expect(queueChangedProofs(SETTLED)).toBe(1);
  expect(waiting()).toEqual([[loopId, "screen"]]);
});

it("a proof is made whatever another year has, and whatever other work waits or books are done", () => {
  const [other, loopId] = [writtenYear(), writtenYear()];
  const made = { kind: "screen", contentVersion: 1, state: "ready", createdAt: NOW, updatedAt: NOW } as const;
  db.insert(bookFiles)
    .values({ ...made, loopId: other })
    .run();
  for (const subjectId of ["one", "two"]) {
    write((tx) => queueJob(tx, { kind: "make-print-files", subjectId, now: NOW }));
    db.insert(jobs).values({ kind: "render-book", subjectId, state: "done", runAfter: NOW, createdAt: NOW }).run();
  }
  expect(queueChangedProofs(SETTLED)).toBe(1);
  expect(waiting()).toContainEqual([loopId, "screen"]);
});

it("a year that prints its drafts has its proof made without a finished week", () => {
  const { id: loopId } = loopOf(maya.id, { printsDrafts: true });
  db.update(loops).set({ updatedAt: NOW }).where(eq(loops.id, loopId)).run();
  db.insert(drafts).values({ loopId, week: 1, content: "Half of it.", updatedAt: NOW }).run();
  expect(queueChangedProofs(SETTLED)).toBe(1);
});
