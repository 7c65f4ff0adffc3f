import { mkdirSync, rmSync } from "node:fs";
import { eq, ne } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { emails, entries, jobs, loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { openWeek, writeWeek } from "~/domain/diary/entries/entries.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { movePoint, turnPhoto } from "~/domain/diary/photos/photo-changes.server";
import { keysOf } from "~/domain/diary/photos/photo-files.server";
import { preparePhoto, preparePhotosOf, queueForgotten } from "~/domain/diary/photos/photo-preparing.server";
import { photosOf, removePhoto } from "~/domain/diary/photos/photos.server";
import {
  failedPhotosOf,
  leaveOutPhoto,
  removedPhotosOf,
  restorePhoto,
} from "~/domain/diary/photos/removed-photos.server";
import { PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { isPhotoJob, jobQueue } from "~/domain/kernel/jobs/queue.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { storedKeys } from "../../../support/photo-rows";
import { plain, sentFile } from "../../../support/pictures";

const picture = (colour: string) => plain(60, 40, colour).jpeg().toBuffer();

/** Whole at its beginning and its end, with half of its picture missing. */
async function halfPicture(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const whole = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#888", noise } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([whole.subarray(0, whole.length / 2), whole.subarray(-2)]);
}

const ownLoop = (name = "Ada") => loopOf(person(name).id, { startDay: "2026-10-01" });
const placeIn = ({ accountId, id }: Loop, week = 1) => ({ accountId, loopId: id, week });

async function add(loop: Loop, content: Buffer, week = 1, name = "gate.jpg") {
  const added = await addPhotos(placeIn(loop, week), [{ path: sentFile(content), name, tooLarge: false }], NOW);
  if (added.added !== 1) throw new Error(`It was refused: ${added.refused[0]?.reason}.`);
  const photo = photosOf(loop.id, week).at(-1);
  if (!photo) throw new Error("There is no photo.");
  return photo;
}

const rowOf = (id: string) => db.select().from(photos).where(eq(photos.id, id)).get();
const jobsOf = (id: string) => db.select().from(jobs).where(eq(jobs.subjectId, id)).all();
const filesOf = (loop: Loop) => storedKeys(`photos/${loop.id}/`);
const versionOf = ({ id }: Loop) => db.select().from(loops).where(eq(loops.id, id)).get()?.contentVersion ?? 0;

describe("a photo that came", () => {
  it("is in its week at once, and its sizes are made by its job", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    expect(photo).toMatchObject({ isWaiting: true, width: 60, height: 40, printKey: photo.originalKey });
    expect([await filesOf(loop), jobsOf(photo.id)]).toMatchObject([[photo.originalKey], [{ kind: "prepare-photo" }]]);
    expect(await preparePhoto(photo.id, NOW)).toBe("made");
    const made = rowOf(photo.id);
    expect(made).toMatchObject({ isWaiting: false, state: "ready", originalKey: photo.originalKey, refusal: null });
    expect(made?.pointX).toEqual(expect.any(Number));
    expect((await filesOf(loop)).sort()).toEqual(made && keysOf(made).sort());
    expect([await preparePhoto(photo.id, NOW), jobsOf(photo.id)]).toEqual(["not_waiting", []]);
  });

  it("leaves no job behind, also where it was claimed", async () => {
    const photo = await add(ownLoop(), await picture("#800000"));
    while (jobQueue.claim(later(1), { where: isPhotoJob }));
    expect(jobsOf(photo.id)).toMatchObject([{ state: "running" }]);
    await preparePhoto(photo.id, NOW);
    expect(jobsOf(photo.id)).toEqual([]);
  });

  it("finishes its week before its sizes are made", async () => {
    const loop = ownLoop();
    await add(loop, await picture("#800000"));
    const words = { ...NO_WORDS, content: "It looked at us." };
    const written = writeWeek({ ...placeIn(loop), words, revision: "0.0", complete: true }, NOW);
    expect(written).toMatchObject({ ok: true, saved: "entry" });
  });

  it("is taken once though it comes again, before and after it is prepared", async () => {
    const loop = ownLoop();
    const sent = await picture("#800000");
    const photo = await add(loop, sent);
    await add(loop, sent);
    await preparePhoto(photo.id, NOW);
    await add(loop, sent);
    expect([photosOf(loop.id, 1).length, (await filesOf(loop)).length]).toEqual([1, 5]);
  });

  it("of somebody who sends a hundred is prepared after everybody’s photos of a week", async () => {
    const [many, few] = [ownLoop("Ada"), ownLoop("Eve")];
    const colours = ["#800000", "#008000", "#000080", "#808000"];
    const order: string[] = [];
    for (const [place, colour] of colours.entries())
      order.push((await add(many, await picture(colour), place < 3 ? 1 : 2)).id);
    const last = order.pop() ?? "";
    order.push((await add(few, await picture("#800000"))).id, last);
    const taken: string[] = [];
    for (let job = jobQueue.claim(later(1), { where: isPhotoJob }); job !== null; ) {
      taken.push(job.subjectId);
      job = jobQueue.claim(later(1), { where: isPhotoJob });
    }
    expect(taken.filter((id) => order.includes(id))).toEqual(order);
  });
});

describe("preparing a photo", () => {
  it("makes it once when two work on it, and loses none of its files", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    const outcomes = await Promise.all([preparePhoto(photo.id, NOW), preparePhotosOf(loop.id, NOW)]);
    expect(outcomes[0]).toMatch(/made|not_waiting/);
    const made = rowOf(photo.id);
    expect(made?.isWaiting).toBe(false);
    expect((await filesOf(loop)).sort()).toEqual(made && keysOf(made).sort());
  });

  it("after a kill between its files and its row leaves no file behind", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    const stem = photo.originalKey.replace("-original.jpg", "");
    for (const size of ["print", "screen"]) await storage.put(`${stem}-${size}.jpg`, Buffer.from("half"), "image/jpeg");
    expect(await preparePhoto(photo.id, NOW)).toBe("made");
    const made = rowOf(photo.id);
    expect((await filesOf(loop)).sort()).toEqual(made && keysOf(made).sort());
    expect(made?.bytes).toBeGreaterThan(4);
  });

  it("leaves nothing of a photo that was deleted meanwhile", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    const preparing = preparePhoto(photo.id, NOW);
    db.delete(photos).where(eq(photos.id, photo.id)).run();
    expect([await preparing, await filesOf(loop)]).toEqual(["not_waiting", [photo.originalKey]]);
  });

  it("is done for one that was removed too, so that it can be put back", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    removePhoto(loop.accountId, photo.id, NOW);
    expect(await preparePhoto(photo.id, NOW)).toBe("made");
    expect(restorePhoto(loop.accountId, photo.id, NOW)).toEqual({ ok: true });
    expect(rowOf(photo.id)).toMatchObject({ state: "ready", isWaiting: false });
  });

  it("is over for one that its owner has turned, which has its sizes by that", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    expect(await turnPhoto(loop.accountId, photo.id, "right", NOW)).toEqual({ ok: true });
    expect(rowOf(photo.id)).toMatchObject({ isWaiting: false, width: 40, height: 60 });
    expect([await preparePhoto(photo.id, NOW), jobsOf(photo.id)]).toEqual(["not_waiting", []]);
    expect(await filesOf(loop)).toHaveLength(5);
  });

  it("keeps the point that its owner has set meanwhile", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    movePoint(loop.accountId, photo.id, { x: 0.1, y: 0.9 }, NOW);
    await preparePhoto(photo.id, NOW);
    expect(rowOf(photo.id)).toMatchObject({ pointX: 100, pointY: 900, pointIsOwners: true });
  });

  it("gives a week back to the moderators that was decided before its photo could be seen", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    const week = { loopId: loop.id, week: 1, prompt: "", content: "", createdAt: NOW, updatedAt: NOW };
    db.insert(entries)
      .values({ ...week, moderation: "APPROVED" })
      .run();
    await preparePhoto(photo.id, NOW);
    const entry = db.select().from(entries).where(eq(entries.loopId, loop.id)).get();
    expect(entry?.moderation).toBe("PENDING");
  });

  it("is tried again while storage does not take its files, and nothing of it stays", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    if (settings.storage.kind !== "disk") throw new Error("The tests keep photos on disk.");
    const inTheWay = photo.originalKey.replace("-original.jpg", "-thumb.jpg");
    mkdirSync(`${settings.storage.folder}/${inTheWay}/full`, { recursive: true });
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await expect(preparePhoto(photo.id, NOW)).rejects.toThrow();
    log.mockRestore();
    rmSync(`${settings.storage.folder}/${inTheWay}`, { recursive: true });
    expect([rowOf(photo.id)?.isWaiting, await filesOf(loop)]).toEqual([true, [photo.originalKey]]);
    expect(await preparePhoto(photo.id, NOW)).toBe("made");
  });

  it("is tried three times where the original is not found, and then asks for the photo again", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await picture("#800000"));
    await storage.remove(photo.originalKey);
    for (const tries of [1, 2]) await expect(preparePhoto(photo.id, NOW, tries)).rejects.toThrow("failed");
    expect(rowOf(photo.id)?.isWaiting).toBe(true);
    expect(await preparePhoto(photo.id, NOW, 3)).toBe("refused");
    expect(failedPhotosOf(loop.id)).toMatchObject([{ id: photo.id, refusal: "failed" }]);
  });
});

describe("a photo that turns out to be broken", () => {
  it("leaves its week, which is open again with all its words, and its owner is told by email", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await halfPicture(), 1, "seal.jpg");
    const words = { ...NO_WORDS, content: "It looked at us." };
    writeWeek({ ...placeIn(loop), words, revision: "0.0", complete: true }, NOW);
    const before = versionOf(loop);
    expect(await preparePhoto(photo.id, later(9))).toBe("refused");
    expect([photosOf(loop.id, 1), versionOf(loop)]).toEqual([[], before + 1]);
    expect(failedPhotosOf(loop.id)).toEqual([{ id: photo.id, week: 1, fileName: "seal.jpg", refusal: "incomplete" }]);
    const opened = openWeek(loop.accountId, loop.id, 1, NOW);
    expect(opened.ok && opened.writing.words).toEqual(words);
    const entry = db.select().from(entries).where(eq(entries.loopId, loop.id)).get();
    expect(entry?.openAgainAt).toEqual(later(9));
    const told = db.select().from(emails).where(eq(emails.accountId, loop.accountId)).all();
    expect(told).toMatchObject([{ kind: "photo_unreadable", subject: "A photo of week 1 couldn’t be used" }]);
    expect(told[0]?.textBody).toContain(PHOTO_MESSAGES.incomplete);
  });

  it("is forgotten once another comes in its place, or its owner leaves it out, and cannot be put back", async () => {
    const loop = ownLoop();
    const [replaced, left] = [await add(loop, await halfPicture(), 1), await add(loop, await halfPicture(), 2)];
    await preparePhotosOf(loop.id, NOW);
    expect(failedPhotosOf(loop.id).map(({ week }) => week)).toEqual([1, 2]);
    await add(loop, await picture("#800000"), 1);
    expect(failedPhotosOf(loop.id).map(({ week }) => week)).toEqual([2]);
    expect(leaveOutPhoto(person("Eve").id, left.id)).toBe(false);
    expect([leaveOutPhoto(loop.accountId, left.id), leaveOutPhoto(loop.accountId, left.id)]).toEqual([true, false]);
    expect(failedPhotosOf(loop.id)).toEqual([]);
    for (const { id } of [replaced, left]) {
      expect(restorePhoto(loop.accountId, id, NOW)).toEqual({ ok: false, reason: "not_found" });
    }
    expect(removedPhotosOf(loop.id, 1, NOW)).toEqual([]);
  });

  it("after its owner has removed it tells nobody, and cannot be put back", async () => {
    const loop = ownLoop();
    const photo = await add(loop, await halfPicture());
    removePhoto(loop.accountId, photo.id, NOW);
    expect(await preparePhoto(photo.id, NOW)).toBe("refused");
    expect([failedPhotosOf(loop.id), removedPhotosOf(loop.id, 1, NOW)]).toEqual([[], []]);
    expect(db.select().from(emails).where(eq(emails.accountId, loop.accountId)).all()).toEqual([]);
  });
});

it("a photo that waits without a job, as after a restore, is queued again after a minute", async () => {
  const loop = ownLoop();
  const photo = await add(loop, await picture("#800000"));
  db.update(photos).set({ isWaiting: false }).where(ne(photos.id, photo.id)).run();
  db.delete(jobs).run();
  expect([queueForgotten(later(60)), queueForgotten(later(61)), queueForgotten(later(62))]).toEqual([0, 1, 0]);
  expect(jobsOf(photo.id)).toMatchObject([{ kind: "prepare-photo", state: "waiting" }]);
  db.update(jobs).set({ state: "dead" }).where(eq(jobs.subjectId, photo.id)).run();
  expect(queueForgotten(later(63))).toBe(0);
});
