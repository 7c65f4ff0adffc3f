import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { removePhoto } from "~/domain/diary/photos/photos.server";
import { untilRestored } from "~/domain/diary/photos/removed-photos";
import { deleteRemovedPhotos, removedPhotosOf, restorePhoto } from "~/domain/diary/photos/removed-photos.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto, photoRow } from "../../../support/photo-rows";

const DAY = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);

beforeEach(() => {
  db.delete(photos).run();
});

async function yearWithPhoto(id: string) {
  const owner = person("Ada");
  const { id: loopId } = loopOf(owner.id, { startDay: "2026-10-01" });
  const key = `photos/${loopId}/${id}.jpg`;
  const mediumKey = `photos/${loopId}/${id}-medium.jpg`;
  for (const one of [key, mediumKey]) await storage.put(one, Buffer.from("jpeg"), "image/jpeg");
  givePhoto(key, 800, 600, { id, loopId, week: 1, mediumKey });
  return { owner, loopId, key, mediumKey };
}

const isStored = async (key: string) => {
  const file = await storage.read(key);
  file?.body.destroy();
  return file !== undefined && file !== null;
};
const rowOf = (id: string) => db.select().from(photos).where(eq(photos.id, id)).get();

it("a removed photo is kept for 30 days and named with its last day; then its files and its row are deleted", async () => {
  const { owner, loopId, key, mediumKey } = await yearWithPhoto("going");
  expect(removePhoto(owner.id, "going", NOW)).toBe(true);
  expect(removedPhotosOf(loopId, 1, NOW)).toMatchObject([{ id: "going" }]);
  expect(untilRestored(NOW)).toContain("20 December 2026");
  // The 20th of December is the last day in London.
  for (const [now, goes] of [
    [inDays(30), 0],
    [new Date("2026-12-20T23:59:59Z"), 0],
    [new Date("2026-12-21T00:00:00Z"), 1],
    [inDays(40), 0],
  ] as const)
    expect([now, await deleteRemovedPhotos(now)]).toEqual([now, goes]);
  expect([await isStored(key), await isStored(mediumKey), rowOf("going")]).toEqual([false, false, undefined]);
});

it("a photo that is in its week is never deleted, however old", async () => {
  const { key } = await yearWithPhoto("staying");
  expect(await deleteRemovedPhotos(inDays(400))).toBe(0);
  expect(await isStored(key)).toBe(true);
});

it("a removed photo can be put back by its owner until its last day, where there is room", async () => {
  const { owner, loopId, key } = await yearWithPhoto("back");
  removePhoto(owner.id, "back", NOW);
  expect(restorePhoto(person("Ines").id, "back", NOW)).toEqual({ ok: false, reason: "not_found" });
  expect(restorePhoto(owner.id, "back", inDays(31))).toEqual({ ok: false, reason: "not_found" });
  for (const position of [1, 2, 3]) givePhoto(`${key}-${position}`, 8, 6, { loopId, week: 1, position });
  expect(restorePhoto(owner.id, "back", NOW)).toEqual({ ok: false, reason: "full" });
  db.delete(photos)
    .where(eq(photos.printKey, `${key}-2`))
    .run();
  expect(restorePhoto(owner.id, "back", inDays(30))).toEqual({ ok: true });
  expect(rowOf("back")).toMatchObject({ state: "ready", removedAt: null, position: 3 });
});

it("a removed photo stays removed once the year was sent to print", async () => {
  const { owner, loopId } = await yearWithPhoto("printed");
  removePhoto(owner.id, "printed", NOW);
  db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loopId)).run();
  expect(restorePhoto(owner.id, "printed", NOW)).toEqual({ ok: false, reason: "not_found" });
});

it("only what is removed and has its day is listed, put back or deleted", async () => {
  const { owner, loopId, key } = await yearWithPhoto("shown");
  givePhoto(key, 8, 6, { id: "broken", loopId, week: 1, state: "removed", refusal: "incomplete" });
  givePhoto(key, 8, 6, { id: "dayless", loopId, week: 1, state: "removed" });
  db.update(photos).set({ removedAt: NOW }).where(eq(photos.id, "shown")).run();
  const before = db.select().from(photos).where(eq(photos.loopId, loopId)).all();
  expect(removedPhotosOf(loopId, 1, NOW)).toEqual([]);
  for (const { id } of before) expect(restorePhoto(owner.id, id, NOW)).toEqual({ ok: false, reason: "not_found" });
  expect(await deleteRemovedPhotos(inDays(400))).toBe(0);
  expect(db.select().from(photos).where(eq(photos.loopId, loopId)).all()).toEqual(before);
});

it("of a run over two hundred photos that have days left, only the one whose days are over is deleted", async () => {
  const { loopId, key } = await yearWithPhoto("kept");
  const removed = (removedAt: Date) => photoRow(key, 8, 6, { loopId, week: 2, state: "removed", removedAt });
  db.insert(photos)
    .values([...Array.from({ length: 200 }, () => removed(inDays(30))), { ...removed(NOW), id: "over" }])
    .run();
  expect(await deleteRemovedPhotos(inDays(40))).toBe(1);
  const left = db.select().from(photos).where(eq(photos.loopId, loopId)).all();
  expect([left.length, rowOf("over")]).toEqual([201, undefined]);
});

it("a photo that is put back while its files are deleted keeps its row", async () => {
  await yearWithPhoto("late");
  db.update(photos).set({ state: "removed", removedAt: NOW }).where(eq(photos.id, "late")).run();
  const running = deleteRemovedPhotos(inDays(400));
  db.update(photos).set({ state: "ready", removedAt: null }).where(eq(photos.id, "late")).run();
  await running;
  expect(rowOf("late")?.state).toBe("ready");
});
