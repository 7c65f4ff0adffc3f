import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { remakePrintFiles } from "~/domain/diary/photos/print-remaking.server";
import { loopOf, NOW, person } from "../../../support/people";
import { occupyPhotoProcesses, storedKeys } from "../../../support/photo-rows";
import { plain } from "../../../support/pictures";

const ada = person("Ada");
/** The size of print files when their long edge was limited to the width of a page. */
const OLD = { printWidth: 2551, printHeight: 1913 };
let original: Buffer;
let oldPrint: Buffer;
let loopId: string;

beforeAll(async () => {
  original = await plain(4000, 3000, "#336699").jpeg().withIccProfile("srgb").toBuffer();
  oldPrint = await sharp(original).resize(OLD.printWidth, OLD.printHeight).toBuffer();
});

beforeEach(() => {
  db.delete(photos).run();
  loopId = loopOf(ada.id).id;
});

const keyOf = (week: number, size: string) => `photos/${loopId}/week-${week}-${size}.jpg`;

async function addPhoto(week: number, given: Partial<typeof photos.$inferInsert> = {}, isStored = true) {
  if (isStored) await storage.put(keyOf(week, "original"), original, "image/jpeg");
  await storage.put(keyOf(week, "print"), oldPrint, "image/jpeg");
  return db
    .insert(photos)
    .values({
      loopId,
      week,
      position: 1,
      fileName: "gate.jpg",
      width: 4000,
      height: 3000,
      ...OLD,
      bytes: oldPrint.length,
      sha256: "-",
      originalKey: keyOf(week, "original"),
      printKey: keyOf(week, "print"),
      screenKey: keyOf(week, "screen"),
      thumbKey: keyOf(week, "thumb"),
      createdAt: NOW,
      ...given,
    })
    .returning()
    .get();
}

const rowOf = (id: string) => db.select().from(photos).where(eq(photos.id, id)).get();
const versionOf = () => db.select().from(loops).where(eq(loops.id, loopId)).get()?.contentVersion;

async function sizeOf(key: string | undefined) {
  const file = key === undefined ? undefined : await storage.read(key);
  if (!file) return undefined;
  const { width, height } = await sharp(await buffer(file.body)).metadata();
  return [width, height];
}

const ALL_AT_ONCE = { checks: 100, makes: 100 };

describe("print files of an earlier size", () => {
  it("are made again from the original, and so is the book", async () => {
    const { id, printKey, screenKey, originalKey } = await addPhoto(1);
    const run = await remakePrintFiles(null, ALL_AT_ONCE, NOW);
    expect(run).toEqual({ remade: 1, failed: [], next: null });
    const row = rowOf(id);
    expect(row).toMatchObject({ printWidth: 3401, printHeight: 2551, screenKey, originalKey });
    expect(await sizeOf(row?.printKey)).toEqual([3401, 2551]);
    expect(await storage.read(printKey)).toBeUndefined();
    expect(await sizeOf(originalKey)).toEqual([4000, 3000]);
    expect(versionOf()).toBe(2);
  });

  it("are made once, however often that is tried, and also by two at once", async () => {
    const { id } = await addPhoto(1);
    const both = await Promise.all([1, 2].map(() => remakePrintFiles(null, ALL_AT_ONCE, NOW)));
    expect(both.map(({ remade }) => remade).sort()).toEqual([0, 1]);
    const made = rowOf(id);
    expect(await remakePrintFiles(null, ALL_AT_ONCE, NOW)).toMatchObject({ remade: 0 });
    expect(rowOf(id)).toEqual(made);
    expect(versionOf()).toBe(2);
    const kept: string[] = [];
    for await (const key of storage.list(`photos/${loopId}/`)) kept.push(key);
    expect(kept.filter((key) => key.endsWith("-print.jpg"))).toEqual([made?.printKey]);
  });

  it("stay turned the way their owner turned them", async () => {
    const turned = { quarterTurns: 1, width: 3000, height: 4000, printWidth: 1913, printHeight: 2551 };
    const { id } = await addPhoto(1, turned);
    await remakePrintFiles(null, ALL_AT_ONCE, NOW);
    expect(rowOf(id)).toMatchObject({ width: 3000, height: 4000, printWidth: 2551, printHeight: 3401 });
    expect(await sizeOf(rowOf(id)?.printKey)).toEqual([2551, 3401]);
  });

  it("are made a few at a time, each in its turn", async () => {
    for (const week of [1, 2, 3]) await addPhoto(week);
    const first = await remakePrintFiles(null, { checks: 100, makes: 2 }, NOW);
    expect(first).toMatchObject({ remade: 2 });
    expect(first.next).not.toBeNull();
    expect(await remakePrintFiles(first.next, { checks: 100, makes: 2 }, NOW)).toMatchObject({ remade: 1 });
    expect(await remakePrintFiles(null, { checks: 2, makes: 2 }, NOW)).toMatchObject({ remade: 0 });
  });

  it("of a photo that is taken out meanwhile are left, and no file of them stays", async () => {
    const photo = await addPhoto(1);
    const running = remakePrintFiles(null, ALL_AT_ONCE, NOW);
    db.update(photos).set({ state: "removed", removedAt: NOW }).where(eq(photos.id, photo.id)).run();
    expect(await running).toMatchObject({ remade: 0, failed: [] });
    expect([rowOf(photo.id)?.printKey, versionOf()]).toEqual([photo.printKey, 1]);
    expect(await storedKeys(`photos/${loopId}/`)).toHaveLength(2);
  });

  it("of other years are no reason to make a book again", async () => {
    const other = loopOf(ada.id);
    await addPhoto(1);
    await remakePrintFiles(null, ALL_AT_ONCE, NOW);
    expect(db.select().from(loops).where(eq(loops.id, other.id)).get()).toEqual(other);
  });

  it("whose original cannot be read are named once", async () => {
    const damaged = await addPhoto(1);
    await storage.put(damaged.originalKey, Buffer.from("no photo"), "image/jpeg");
    const most = { checks: 100, makes: 1 };
    const first = await remakePrintFiles(null, most, NOW);
    expect(first).toEqual({ remade: 0, failed: [damaged.id], next: damaged.id });
    expect(await remakePrintFiles(first.next, most, NOW)).toEqual({ remade: 0, failed: [], next: null });
  });

  it("are tried again later while too many photos come in, and none is named", async () => {
    const photo = await addPhoto(1);
    const others = occupyPhotoProcesses();
    const tried = await remakePrintFiles(null, ALL_AT_ONCE, NOW).catch(String);
    await others.finish();
    expect([tried, rowOf(photo.id)]).toEqual(["Error: The photo was not read: busy.", photo]);
    expect(await remakePrintFiles(null, ALL_AT_ONCE, NOW)).toMatchObject({ remade: 1, failed: [] });
  });

  it("whose original is gone are left as they are and named, and hold up no other", async () => {
    const gone = await addPhoto(1, {}, false);
    const there = await addPhoto(2);
    expect(await remakePrintFiles(null, ALL_AT_ONCE, NOW)).toEqual({
      remade: 1,
      failed: [gone.id],
      next: null,
    });
    expect(rowOf(gone.id)).toEqual(gone);
    expect(await sizeOf(gone.printKey)).toEqual([2551, 1913]);
    expect(rowOf(there.id)?.printWidth).toBe(3401);
  });

  it("are left where the original holds no more than was printed", async () => {
    const { id } = await addPhoto(1);
    await storage.put(keyOf(1, "original"), oldPrint, "image/jpeg");
    expect(await remakePrintFiles(null, ALL_AT_ONCE, NOW)).toMatchObject({ remade: 0, failed: [] });
    expect(rowOf(id)).toMatchObject(OLD);
    expect(versionOf()).toBe(1);
  });

  it("are left where they are as large as the photo, large enough, or taken out", async () => {
    await addPhoto(1, { width: 2551, height: 1913 });
    await addPhoto(2, { printWidth: 3401, printHeight: 2551 });
    await addPhoto(3, { state: "removed", removedAt: NOW });
    expect(await remakePrintFiles(null, ALL_AT_ONCE, NOW)).toEqual({ remade: 0, failed: [], next: null });
    expect(versionOf()).toBe(1);
  });

  it("are made again for a year that has gone to print too, because copies can be ordered", async () => {
    await addPhoto(1);
    db.update(loops).set({ status: "DELIVERED" }).where(eq(loops.id, loopId)).run();
    expect(await remakePrintFiles(null, ALL_AT_ONCE, NOW)).toMatchObject({ remade: 1 });
    expect(versionOf()).toBe(2);
  });
});
