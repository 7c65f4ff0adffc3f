import "../../../support/photo-bucket";

import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { bookFiles, emails, entries, jobs, machines, photos } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { bookProgress, requestBook } from "~/domain/book/books/books.server";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { keysOf } from "~/domain/diary/photos/photo-files.server";
import { preparePhoto } from "~/domain/diary/photos/photo-preparing.server";
import { photosOf } from "~/domain/diary/photos/photos.server";
import { queueJob } from "~/domain/kernel/jobs/queue.server";
import type { Lent, Report } from "~/domain/system/machines/lent-work.server";
import { answerMachine } from "~/domain/system/machines/machine-calls.server";
import type { Task } from "~/domain/system/machines/machine-tasks";
import { addMachine, revokeMachine } from "~/domain/system/machines/machines.server";
import { tryAgain } from "~/domain/system/status/system-status.server";
import { prepareWaitingPhotos, runWaitingJob } from "~/jobs/run-jobs";
import { makeBook, makePhoto } from "../../../../scripts/helping/making";
import { later, loopOf, NOW, person } from "../../../support/people";
import { bucket } from "../../../support/photo-bucket";
import { plain, sentFile } from "../../../support/pictures";
import { colleague } from "../../people/staff/colleagues";

/** What the writer answers a machine without the database; what that makes, it makes by its own code. */

beforeEach(() => {
  for (const table of [jobs, machines, photos]) db.delete(table).run();
  bucket.objects.clear();
});

const ownLoop = () => loopOf(person("Ada").id, { startDay: "2026-10-01", title: "Biscuit & Co" });

async function add(loop: Loop, colour = "#800000", week = 1, content?: Buffer) {
  const path = sentFile(content ?? (await plain(60, 40, colour).jpeg().toBuffer()));
  const place = { accountId: loop.accountId, loopId: loop.id, week };
  const { added } = await addPhotos(place, [{ path, name: "gate.jpg", tooLarge: false }], NOW);
  const photo = photosOf(loop.id, week).at(-1);
  if (added !== 1 || !photo) throw new Error("The photo was refused.");
  return photo;
}

function machine(name = "attic", tasks: readonly Task[] = ["photos", "books"]) {
  const made = addMachine({ name, tasks }, NOW);
  if (!made.ok) throw new Error(made.reason);
  const { token } = made;
  const ask = async (call: string, given: object, now = NOW) =>
    await answerMachine({ name: call, token, body: async () => JSON.stringify(given) }, now);
  return {
    token,
    ask,
    async lease(task: "photos" | "books", now = NOW): Promise<Lent | null> {
      const { status, body } = await ask("lease", { task }, now);
      if (status !== 200) throw new Error(`The lease was answered ${status}.`);
      return (body as { lent: Lent | null }).lent;
    },
    renew: async (lease: string, now: Date) => (await ask("renew", { lease }, now)).body,
    report: async (lease: string, report: Report, now = NOW) => (await ask("report", { lease, report }, now)).body,
  };
}
type Machine = ReturnType<typeof machine>;

/** Makes what was leased and stores it. Gives the report, which is not sent yet. */
async function make(lent: Lent): Promise<Report[]> {
  const reports: Report[] = [];
  const making = {
    folder: mkdtempSync(join(settings.dataFolder, "made-")),
    note: () => undefined,
    report: async (report: Report) => reports.push(report) > 0,
  };
  if (lent.task === "photos") await makePhoto(lent.work, making);
  else await makeBook(lent.work, making);
  return reports;
}

async function leased(by: Machine, task: "photos" | "books", now = NOW) {
  const lent = await by.lease(task, now);
  if (!lent) throw new Error("There was nothing to lease.");
  return lent;
}

const rowOf = (id: string) => db.select().from(photos).where(eq(photos.id, id)).get();
const storedOf = (loop: Loop) =>
  [...bucket.objects.keys()].filter((key) => key.startsWith(`photos/${loop.id}/`)).sort();
const jobsLeft = () => db.select().from(jobs).all();

describe("a call", () => {
  it("is answered to nobody without a token of ours, and for the machine’s own tasks alone", async () => {
    const { ask, token } = machine("attic", ["photos"]);
    const body = () => Promise.reject(new Error("A body was read of nobody we know."));
    const unknown = { name: "lease", token: `${token}x`, body };
    expect((await answerMachine(unknown, NOW)).status).toBe(401);
    expect((await answerMachine({ ...unknown, token: "" }, NOW)).status).toBe(401);
    expect((await ask("lease", { task: "photos" })).status).toBe(200);
    expect((await ask("lease", { task: "books" })).status).toBe(403);
    expect((await ask("hello", { lagMs: 5 })).status).toBe(403);
    expect((await ask("hello", {})).body).toEqual({ name: "attic", tasks: ["photos"] });
    revokeMachine("attic", NOW);
    expect((await ask("lease", { task: "photos" })).status).toBe(401);
  });

  it("that can’t be read is refused, and so is a lease that we haven’t given to this machine", async () => {
    const [attic, cellar] = [machine("attic"), machine("cellar")];
    await add(ownLoop());
    const { lease } = await leased(attic, "photos");
    const report: Report = { outcome: "failed", message: null };
    expect((await attic.ask("lease", { task: "emails" })).status).toBe(400);
    const { token } = attic;
    expect((await answerMachine({ name: "hello", token, body: async () => "{" }, NOW)).status).toBe(400);
    expect((await answerMachine({ name: "hello", token, body: async () => undefined }, NOW)).status).toBe(413);
    expect((await attic.ask("emails", {})).status).toBe(404);
    expect((await cellar.ask("report", { lease, report })).status).toBe(403);
    expect((await attic.ask("renew", { lease: `${lease}x` })).status).toBe(403);
    expect(jobsLeft()).toMatchObject([{ state: "running" }]);
  });
});

describe("a photo that is lent", () => {
  it("is made by the machine, and is in its week with every size", async () => {
    const [attic, loop] = [machine(), ownLoop()];
    const { id } = await add(loop);
    const lent = await leased(attic, "photos");
    const [report] = await make(lent);
    expect(report && (await attic.report(lent.lease, report, later(2)))).toEqual({ isKept: true });
    const made = rowOf(id);
    expect(made).toMatchObject({ isWaiting: false, state: "ready", width: 60, height: 40 });
    expect(made?.pointX).toEqual(expect.any(Number));
    expect([storedOf(loop), jobsLeft()]).toEqual([made && keysOf(made).sort(), []]);
  });

  it("says nothing of its owner", async () => {
    const [attic, loop] = [machine(), ownLoop()];
    await add(loop);
    const { lease: _, ...lent } = await leased(attic, "photos");
    for (const word of ["Ada", "Okafor", "example.com", "gate.jpg", loop.accountId, "Biscuit"])
      expect(JSON.stringify(lent), word).not.toContain(word);
  });

  it("is lent to one machine at a time, and not again until its lease is over", async () => {
    const [attic, cellar] = [machine("attic"), machine("cellar")];
    await add(ownLoop());
    const both = await Promise.all([attic.lease("photos"), cellar.lease("photos")]);
    expect(both.filter((lent) => lent !== null)).toHaveLength(1);
    expect(await cellar.lease("photos", later(29))).toBeNull();
  });

  it("stays lent while its lease is renewed, for ten minutes at most", async () => {
    const attic = machine();
    await add(ownLoop());
    const { lease } = await leased(attic, "photos");
    for (let seconds = 20; seconds <= 600; seconds += 20)
      expect(await attic.renew(lease, later(seconds)), String(seconds)).toEqual({ isHeld: true });
    expect(await attic.renew(lease, later(620))).toEqual({ isHeld: false });
  });

  it("is the worker’s once its machine has died, and what the machine reports later changes nothing", async () => {
    const [attic, cellar, loop] = [machine("attic"), machine("cellar"), ownLoop()];
    const { id } = await add(loop);
    const lent = await leased(attic, "photos");
    const [report] = await make(lent);
    expect(storedOf(loop)).toHaveLength(5);
    expect(await cellar.lease("photos", later(31))).toBeNull();
    expect(report && (await attic.report(lent.lease, report, later(31)))).toEqual({ isKept: false });
    expect([rowOf(id)?.isWaiting, storedOf(loop).length]).toEqual([true, 1]);
    await prepareWaitingPhotos(later(31));
    const made = rowOf(id);
    expect(made?.isWaiting).toBe(false);
    expect(report && (await attic.report(lent.lease, report, later(40)))).toEqual({ isKept: false });
    expect([rowOf(id), storedOf(loop)]).toEqual([made, made && keysOf(made).sort()]);
  });

  it("is kept once though its report comes twice", async () => {
    const [attic, loop] = [machine(), ownLoop()];
    const { id } = await add(loop);
    const lent = await leased(attic, "photos");
    const [report] = await make(lent);
    if (!report) throw new Error("Nothing was reported.");
    expect(await attic.report(lent.lease, report)).toEqual({ isKept: true });
    const made = rowOf(id);
    expect(await attic.report(lent.lease, report)).toEqual({ isKept: true });
    expect([rowOf(id), storedOf(loop)]).toEqual([made, made && keysOf(made).sort()]);
  });

  it("that the worker has made meanwhile, for a book, keeps what the worker made", async () => {
    const [attic, loop] = [machine(), ownLoop()];
    const { id } = await add(loop);
    const lent = await leased(attic, "photos");
    const [report] = await make(lent);
    await preparePhoto(id, NOW);
    const made = rowOf(id);
    expect(report && (await attic.report(lent.lease, report))).toEqual({ isKept: false });
    expect([rowOf(id), storedOf(loop)]).toEqual([made, made && keysOf(made).sort()]);
  });

  it("of a machine that was revoked meanwhile is made by the worker", async () => {
    const [attic, loop] = [machine(), ownLoop()];
    const { id } = await add(loop);
    const lent = await leased(attic, "photos");
    const [report] = await make(lent);
    revokeMachine("attic", NOW);
    expect((await attic.ask("report", { lease: lent.lease, report })).status).toBe(401);
    expect(rowOf(id)?.isWaiting).toBe(true);
    await prepareWaitingPhotos(later(31));
    expect(rowOf(id)?.isWaiting).toBe(false);
  });

  it("that can’t be decoded leaves its week, and its owner is told, once the worker has looked too", async () => {
    const [attic, loop] = [machine(), ownLoop()];
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const { default: sharp } = await import("sharp");
    const whole = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#888", noise } })
      .jpeg()
      .toBuffer();
    const half = Buffer.concat([whole.subarray(0, whole.length / 2), whole.subarray(-2)]);
    const { id } = await add(loop, "", 1, half);
    const lent = await leased(attic, "photos");
    await expect(make(lent)).rejects.toThrow("incomplete");
    expect(await attic.report(lent.lease, { outcome: "failed", message: "incomplete" })).toEqual({ isKept: true });
    expect(rowOf(id)).toMatchObject({ state: "ready", isWaiting: true });
    await prepareWaitingPhotos(NOW);
    expect([rowOf(id), jobsLeft()]).toMatchObject([{ state: "failed", refusal: "incomplete" }, []]);
    expect(
      db
        .select()
        .from(emails)
        .all()
        .some(({ dedupeKey }) => dedupeKey === `photo-unreadable:${id}`),
    ).toBe(true);
  });

  it.each([
    ["failed with it", "No way to the bucket."],
    ["stops", null],
  ])("is the worker’s, at once, and no other machine’s when a machine %s", async (_, message) => {
    const [attic, cellar, loop] = [machine("attic"), machine("cellar"), ownLoop()];
    const { id } = await add(loop);
    const lent = await leased(attic, "photos");
    const [made] = await make(lent);
    const answer = await attic.ask("report", { lease: lent.lease, report: { outcome: "failed", message } });
    expect(answer).toMatchObject({ body: { isKept: true }, ...(message && { note: { machine: "attic", message } }) });
    expect(storedOf(loop)).toHaveLength(1);
    expect([await cellar.lease("photos"), await attic.lease("photos", later(600))]).toEqual([null, null]);
    expect(made && (await attic.report(lent.lease, made))).toEqual({ isKept: false });
    await prepareWaitingPhotos(NOW);
    expect([rowOf(id)?.isWaiting, jobsLeft()]).toEqual([false, []]);
  });

  it("is not lent a second time though staff have it tried again, so that an old report counts for nothing", async () => {
    const [attic, loop] = [machine(), ownLoop()];
    await add(loop);
    const lent = await leased(attic, "photos");
    await attic.report(lent.lease, { outcome: "failed", message: "No disk." });
    const [job] = jobsLeft();
    db.update(jobs).set({ state: "dead" }).run();
    expect(tryAgain({ kind: "job", id: job?.id ?? "" }, (await colleague("super_admin")).id, NOW)).toBe(true);
    expect([jobsLeft()[0]?.tries, await attic.lease("photos")]).toEqual([0, null]);
  });
});

describe("the worker", () => {
  it("leaves photos to a machine for five seconds, and makes all itself once none was there lately", async () => {
    const [attic, loop] = [machine(), ownLoop()];
    const first = await add(loop, "#800000");
    await attic.ask("hello", {});
    await prepareWaitingPhotos(later(4));
    expect(rowOf(first.id)?.isWaiting).toBe(true);
    await prepareWaitingPhotos(later(6));
    expect(rowOf(first.id)?.isWaiting).toBe(false);
    db.update(machines)
      .set({ seenAt: later(-60) })
      .run();
    const second = await add(loop, "#008000");
    await prepareWaitingPhotos(later(1));
    expect(rowOf(second.id)?.isWaiting).toBe(false);
  });

  it("leaves no photos to machines that make books alone", async () => {
    const attic = machine("attic", ["books"]);
    const { id } = await add(ownLoop());
    await attic.ask("hello", {});
    await prepareWaitingPhotos(later(1));
    expect(rowOf(id)?.isWaiting).toBe(false);
  });
});

describe("a book that is lent", () => {
  async function withBook() {
    const loop = ownLoop();
    const words = { prompt: "What did it chew?", content: "The slippers.", highlight: "It slept." };
    db.insert(entries)
      .values({ loopId: loop.id, week: 1, ...words, createdAt: NOW, updatedAt: NOW })
      .run();
    const photo = await add(loop, "#3c8f4a", 1, await plain(1200, 900).jpeg().toBuffer());
    await preparePhoto(photo.id, NOW);
    const asked = requestBook(loop.accountId, loop.id, "screen", NOW);
    if (!asked.ok) throw new Error(asked.reason);
    const rowNow = () => db.select().from(bookFiles).where(eq(bookFiles.id, asked.file.id)).get();
    const files = () => [...bucket.objects.keys()].filter((key) => key.startsWith(`books/${loop.id}/`));
    return { loop, id: asked.file.id, rowNow, files };
  }

  it("is the same, byte for byte, as the worker makes it", async () => {
    const attic = machine();
    const { id, rowNow, files } = await withBook();
    const lent = await leased(attic, "books");
    const [made, counted] = await make(lent);
    expect(made && (await attic.report(lent.lease, made, later(5)))).toEqual({ isKept: true });
    expect(rowNow()).toMatchObject({ state: "ready", otherPageCount: null });
    expect(counted && (await attic.report(lent.lease, counted, later(6)))).toEqual({ isKept: true });
    // As after a response that was lost.
    expect(made && (await attic.report(lent.lease, made, later(7)))).toEqual({ isKept: true });
    const byMachine = rowNow();
    expect([files().length, jobsLeft()]).toMatchObject([3, [{ state: "done" }]]);
    db.update(bookFiles)
      .set({ state: "waiting", storageKey: null, otherPageCount: null })
      .where(eq(bookFiles.id, id))
      .run();
    db.transaction((tx) => queueJob(tx, { kind: "render-book", subjectId: id, now: NOW }));
    await runWaitingJob(later(30));
    const byWorker = rowNow();
    const { storageKey: _, updatedAt: __, ...same } = byWorker ?? {};
    expect(byMachine).toMatchObject(same);
    expect(byMachine?.storageKey).not.toBe(byWorker?.storageKey);
  });

  it("says nothing of its owner but what is printed in it", async () => {
    const attic = machine();
    const { loop } = await withBook();
    const { lease: _, ...lent } = await leased(attic, "books");
    const text = JSON.stringify(lent);
    for (const word of ["Biscuit & Co", "The slippers."]) expect(text).toContain(word);
    for (const word of ["Ada", "Okafor", "example.com", "gate.jpg", loop.accountId])
      expect(text, word).not.toContain(word);
  });

  it("is not lent while a photo of its year waits for its sizes", async () => {
    const attic = machine();
    const { loop } = await withBook();
    const { id } = await add(loop, "#102030", 2);
    expect(await attic.lease("books")).toBeNull();
    await preparePhoto(id, NOW);
    expect(await attic.lease("books")).not.toBeNull();
  });

  it("after its lease changes nothing, and its files are removed", async () => {
    const attic = machine();
    const { rowNow, files } = await withBook();
    const lent = await leased(attic, "books");
    const [made] = await make(lent);
    expect(files()).toHaveLength(3);
    expect(made && (await attic.report(lent.lease, made, later(31)))).toEqual({ isKept: false });
    expect([rowNow()?.state, files()]).toEqual(["rendering", []]);
    await runWaitingJob(later(31));
    expect([rowNow()?.state, files().length]).toEqual(["ready", 3]);
  });

  it("shows how far it is, and is the worker’s when the machine can’t make it", async () => {
    const attic = machine();
    const { loop, rowNow } = await withBook();
    const lent = await leased(attic, "books");
    await attic.ask("renew", { lease: lent.lease, steps: 2 }, later(5));
    expect(rowNow()?.stepsDone).toBe(2);
    expect(bookProgress(loop.accountId, loop.id)).toMatchObject({ state: "rendering" });
    const failed: Report = { outcome: "failed", message: "too_large: Please shorten it." };
    expect(await attic.report(lent.lease, failed, later(5))).toEqual({ isKept: true });
    expect([rowNow()?.state, await attic.lease("books", later(5))]).toEqual(["waiting", null]);
    await runWaitingJob(later(5));
    expect([rowNow()?.state, jobsLeft()]).toMatchObject(["ready", [{ state: "done" }]]);
  });

  it("is taken with what a proof can show alone, and counted once it is made", async () => {
    const attic = machine();
    const { rowNow } = await withBook();
    const lent = await leased(attic, "books");
    const [made] = await make(lent);
    if (made?.outcome !== "book_made") throw new Error("No book was made.");
    for (const wrong of [{ notes: [{ kind: "runs_over" }] }, { doublePagePhotos: [{}] }, { filled: [{ week: 1 }] }]) {
      const report = { outcome: "book_made", book: { ...made.book, ...wrong } };
      expect((await attic.ask("report", { lease: lent.lease, report })).status, JSON.stringify(wrong)).toBe(400);
    }
    expect(await attic.report(lent.lease, { outcome: "book_counted", pageCount: 40 })).toEqual({ isKept: false });
    expect(rowNow()).toMatchObject({ state: "rendering", otherPageCount: null });
    expect(await attic.report(lent.lease, made)).toEqual({ isKept: true });
  });
});
