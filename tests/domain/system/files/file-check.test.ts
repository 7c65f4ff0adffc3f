import { createHash } from "node:crypto";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, bookFiles, jobs, loops, photos, shipments } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import {
  BEGINNING,
  checkFiles,
  type FileCheck,
  type Position,
  readPosition,
} from "~/domain/system/files/file-check.server";
import { checkStoredFiles, PER_NIGHT } from "~/jobs/check-files";
import { anAddress } from "../../../support/addresses";
import { loopOf, NOW, person } from "../../../support/people";
import { plain } from "../../../support/pictures";

const ada = person("Ada");
const SIZES = ["original", "print", "screen", "medium", "thumb"] as const;
type Size = (typeof SIZES)[number];
const files = {} as Record<Size, Buffer>;
let loopId: string;

beforeAll(async () => {
  files.original = await plain(4000, 3000, "#336699").jpeg().withIccProfile("srgb").toBuffer();
  files.print = await sharp(files.original).resize(3401, 2551).toBuffer();
  files.screen = await sharp(files.original).resize(1600, 1200).toBuffer();
  files.medium = await sharp(files.original).resize(1100, 825).toBuffer();
  files.thumb = await sharp(files.original).resize(320, 240).toBuffer();
});

beforeEach(async () => {
  for (const table of [alarms, jobs, photos, bookFiles, shipments, loops]) db.delete(table).run();
  for (const word of ["photos", "books", "prints", "doctor"]) {
    const keys: string[] = [];
    for await (const key of storage.list(`${word}/`)) keys.push(key);
    for (const key of keys) await storage.remove(key);
  }
  loopId = loopOf(ada.id).id;
});

const keyOf = (week: number, size: Size) => `photos/${loopId}/week-${week}-${size}.jpg`;

async function addPhoto(week: number, given: Partial<typeof photos.$inferInsert> = {}) {
  for (const size of SIZES) await storage.put(keyOf(week, size), files[size], "image/jpeg");
  return db
    .insert(photos)
    .values({
      ...{ loopId, week, position: 1, fileName: "gate.jpg", width: 4000, height: 3000 },
      ...{ printWidth: 3401, printHeight: 2551, bytes: files.print.length, sha256: "-", createdAt: NOW },
      ...{ originalKey: keyOf(week, "original"), printKey: keyOf(week, "print") },
      ...{ screenKey: keyOf(week, "screen"), mediumKey: keyOf(week, "medium"), thumbKey: keyOf(week, "thumb") },
      ...given,
    })
    .returning()
    .get();
}

const rowOf = (id: string) => db.select().from(photos).where(eq(photos.id, id)).get();
const openAlarms = () =>
  db
    .select()
    .from(alarms)
    .all()
    .filter(({ resolvedAt }) => resolvedAt === null);

async function contentOf(key: string | undefined): Promise<Buffer | undefined> {
  const file = key === undefined ? undefined : await storage.read(key);
  return file && (await buffer(file.body));
}

/** Stores a file as one of that many days ago. */
async function storeOld(key: string, content: Buffer | string, days = 2): Promise<void> {
  await storage.put(key, Buffer.from(content), "application/pdf");
  const at = new Date(NOW.getTime() - days * 86_400_000);
  utimesSync(join(settings.dataFolder, "photos", key), at, at);
}

async function checkAll(): Promise<Omit<FileCheck, "next">> {
  const sum = { loops: 0, files: 0, bytesHashed: 0, damaged: 0, remade: 0, lost: 0, removed: 0 };
  let position: Position | null = BEGINNING;
  while (position) {
    const { next, ...slice }: FileCheck = await checkFiles(position, NOW);
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += slice[name];
    position = next;
  }
  return sum;
}

describe("the nightly check of stored files", () => {
  it("finds nothing where every row is true, and changes nothing", async () => {
    const photo = await addPhoto(1);
    expect(await checkAll()).toMatchObject({
      loops: 1,
      files: 5,
      damaged: 0,
      remade: 0,
      lost: 0,
      removed: 0,
    });
    expect(rowOf(photo.id)).toEqual(photo);
    expect(openAlarms()).toEqual([]);
  });

  it.each([
    ["was overwritten by a larger one", () => files.original],
    ["is cut off in the middle", () => files.print.subarray(0, 20_000)],
    ["is empty", () => Buffer.alloc(0)],
    ["is gone", () => null],
  ])("makes a print file that %s again from the original, under a new key, and its row is true", async (_, bad) => {
    const photo = await addPhoto(1);
    const content = bad();
    if (content) await storage.put(photo.printKey, content, "image/jpeg");
    else await storage.remove(photo.printKey);
    expect(await checkAll()).toMatchObject({ damaged: 1, remade: 1, lost: 0 });
    const row = rowOf(photo.id);
    const made = await contentOf(row?.printKey);
    expect(row).toMatchObject({ printWidth: 3401, printHeight: 2551, bytes: made?.length });
    expect(row?.printKey).not.toBe(photo.printKey);
    expect(await contentOf(photo.printKey)).toBeUndefined();
    expect(row).toMatchObject({ originalKey: photo.originalKey, screenKey: photo.screenKey });
    expect(db.select().from(loops).all()[0]?.contentVersion).toBe(2);
    expect(await checkAll()).toMatchObject({ damaged: 0 });
    expect(openAlarms()).toEqual([]);
  });

  it("makes the small sizes again too, turned as their owner turned them", async () => {
    const turned = { quarterTurns: 1, width: 3000, height: 4000, printWidth: 2551, printHeight: 3401 };
    const photo = await addPhoto(1, turned);
    await storage.remove(photo.screenKey);
    await storage.remove(keyOf(1, "medium"));
    await storage.put(photo.thumbKey, Buffer.alloc(0), "image/jpeg");
    expect(await checkAll()).toMatchObject({ damaged: 3, remade: 1, lost: 0 });
    const row = rowOf(photo.id);
    expect(row?.printKey).toBe(photo.printKey);
    for (const [key, height] of [
      [row?.screenKey, 1600],
      [row?.mediumKey ?? undefined, 1100],
      [row?.thumbKey, 320],
    ] as const)
      expect((await sharp(await contentOf(key)).metadata()).height).toBe(height);
  });

  it("without the original takes the print file while it is whole, and names the photo that was lost as sent", async () => {
    const photo = await addPhoto(7);
    await storage.remove(photo.originalKey);
    await storage.put(photo.printKey, files.original, "image/jpeg");
    expect(await checkAll()).toMatchObject({ damaged: 2, remade: 1, lost: 1 });
    expect(rowOf(photo.id)).toMatchObject({ printWidth: 3401, printHeight: 2551 });
    const [alarm, ...others] = openAlarms();
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({
      kind: "stored_files_damaged",
      objectType: "account",
      objectId: ada.id,
      message: `Loop ${loopId} of account ${ada.id}. Week 7, photo 1 as it was sent: missing.`,
    });
  });

  it("prints from the screen size where nothing larger is left, and says so", async () => {
    const photo = await addPhoto(3);
    await storage.remove(photo.originalKey);
    await storage.put(photo.printKey, files.print.subarray(0, 20_000), "image/jpeg");
    await checkAll();
    const row = rowOf(photo.id);
    expect(row).toMatchObject({ printWidth: 1600, printHeight: 1200 });
    expect((await contentOf(row?.printKey))?.length).toBe(row?.bytes);
    expect(openAlarms()[0]?.message).toContain("Week 3, photo 1: damaged; it prints from a smaller copy.");
  });

  it("says which photo is lost where nothing of it is left, once, until something else is found", async () => {
    const photo = await addPhoto(5);
    for (const size of SIZES) await storage.remove(keyOf(5, size));
    await checkAll();
    await checkAll();
    const [alarm, ...others] = openAlarms();
    expect(others).toEqual([]);
    expect(alarm?.message).toContain("Week 5, photo 1: lost.");
    expect(rowOf(photo.id)).toEqual(photo);
    const resolved = { resolvedAt: NOW, resolvedByStaffId: "joan", resolvedReason: "They add it again." };
    db.update(alarms).set(resolved).run();
    await checkAll();
    expect(openAlarms()).toEqual([]);
    await addPhoto(6);
    await storage.remove(keyOf(6, "original"));
    await checkAll();
    expect(openAlarms()).toHaveLength(1);
    db.delete(photos).run();
    await checkAll();
    expect(openAlarms()).toEqual([]);
  });

  it("has a book made again whose file isn’t what was made, also where its size is the same", async () => {
    const content = Buffer.from("%PDF-1.7 a whole year");
    const sha256 = createHash("sha256").update(content).digest("hex");
    const storageKey = `books/${loopId}/1-screen-${sha256.slice(0, 16)}.pdf`;
    const row = { loopId, kind: "screen", contentVersion: 1, state: "ready" } as const;
    db.insert(bookFiles)
      .values({ ...row, storageKey, sha256, bytes: content.length, createdAt: NOW, updatedAt: NOW })
      .run();
    await storage.put(storageKey, content, "application/pdf");
    for (const ending of ["gz", "json"])
      await storage.put(storageKey.replace(".pdf", `-pages.${ending}`), Buffer.from("x"), "application/json");
    expect(await checkAll()).toMatchObject({ damaged: 0, bytesHashed: content.length });
    await storage.put(storageKey, Buffer.from("%PDF-1.7 a wrong year"), "application/pdf");
    expect(await checkAll()).toMatchObject({ damaged: 1, remade: 1 });
    expect(db.select().from(bookFiles).get()?.state).toBe("waiting");
    expect(db.select().from(jobs).all()).toMatchObject([{ kind: "render-book" }]);
  });

  it("names a shipment whose printer’s files are lost after they were sent", async () => {
    const key = (name: string) => `prints/${loopId}/${"0".repeat(16)}-${name}`;
    const keys = {
      interior: key("interior.pdf"),
      cover: key("cover-standard.pdf"),
      ticket: key("ticket.json"),
    };
    const set = { binding: "standard", copies: 1, pages: 24, contentVersion: 1, warnings: [], keys } as const;
    const row = db
      .insert(shipments)
      .values({
        loopId,
        state: "printing",
        filesState: "ready",
        prints: [set],
        createdAt: NOW,
        updatedAt: NOW,
      })
      .returning()
      .get();
    expect(await checkAll()).toMatchObject({ damaged: 3, lost: 1 });
    expect(openAlarms()[0]?.message).toContain(`Printer’s files of parcel ${row.id}: missing.`);
    const deliveryAddress = JSON.stringify(anAddress());
    db.update(shipments).set({ state: "waiting", deliveryAddress }).run();
    db.update(loops).set({ status: "COMPLETED" }).run();
    expect(await checkAll()).toMatchObject({ damaged: 3, remade: 1, lost: 0 });
    expect(db.select().from(jobs).all()).toMatchObject([{ subjectId: row.id }]);
    expect(openAlarms()).toEqual([]);
  });

  it("takes a file outside the folder of its loop as it is named, and no other whose name begins so", async () => {
    const screenKey = "photos/elsewhere/gate-screen.jpg";
    await addPhoto(1, { screenKey });
    await storage.put(`${screenKey}2`, files.screen, "image/jpeg");
    expect(await checkAll()).toMatchObject({ damaged: 1, remade: 1 });
    await addPhoto(2, { screenKey: `${screenKey}2` });
    expect(await checkAll()).toMatchObject({ damaged: 0 });
  });

  it("goes on where the last night stopped, or a kill", async () => {
    for (let count = 0; count < 45; count += 1) loopOf(ada.id);
    const once = await checkStoredFiles(NOW, { ...PER_NIGHT, files: 0 });
    const again = await checkStoredFiles(NOW, { ...PER_NIGHT, files: 0 });
    const rest = await checkStoredFiles(NOW);
    expect([once.loops, again.loops, rest.loops]).toEqual([20, 20, 6]);
    expect((await checkStoredFiles(NOW)).loops).toBe(46);
    writeFileSync(join(settings.dataFolder, "run", "file-check.json"), '{"stage":"lo');
    expect(readPosition()).toEqual(BEGINNING);
    rmSync(join(settings.dataFolder, "run"), { recursive: true });
    expect(readPosition()).toEqual(BEGINNING);
  });
});

describe("files that no row names", () => {
  it("are removed when they are a day old, of a loop that is gone too", async () => {
    const photo = await addPhoto(1);
    const removed = await addPhoto(2, { state: "removed", removedAt: NOW });
    const old = new Date(NOW.getTime() - 5 * 86_400_000);
    for (const key of [photo.printKey, removed.originalKey])
      utimesSync(join(settings.dataFolder, "photos", key), old, old);
    const leftOver = [
      `photos/${loopId}/killed-print.jpg`,
      `books/${loopId}/1-screen-aaaa.pdf`,
      `books/${loopId}/1-screen-aaaa-pages.gz`,
      `books/${loopId}/1-screen-aaaa-pages.json`,
      `prints/${loopId}/0123456789abcdef-interior.pdf`,
      "photos/gone/one-print.jpg",
      "books/gone/1-screen-bbbb.pdf",
      "doctor/killed-probe.txt",
      "checks/killed.txt",
    ];
    for (const key of leftOver) await storeOld(key, "%PDF");
    await storage.put(`photos/${loopId}/being-stored.jpg`, files.thumb, "image/jpeg");
    await storeOld("quarantine/gone/7/photo-1.jpg", "waits for its own sweep");
    expect(await checkAll()).toMatchObject({ removed: leftOver.length, damaged: 0 });
    const left: string[] = [];
    for (const word of ["photos", "books", "prints", "quarantine", "doctor", "checks"])
      for await (const key of storage.list(`${word}/`)) left.push(key);
    const kept = [1, 2].flatMap((week) => SIZES.map((size) => keyOf(week, size)));
    expect(left.sort()).toEqual([...kept, `photos/${loopId}/being-stored.jpg`, "quarantine/gone/7/photo-1.jpg"].sort());
    expect(await checkAll()).toMatchObject({ removed: 0 });
  });

  it("stay until they are more than a day old", async () => {
    for (const [name, days] of [["day", 1] as const, ["older", 1.001] as const])
      for (const folder of [`photos/${loopId}`, "photos/gone"])
        await storeOld(`${folder}/${name}-print.jpg`, "%", days);
    expect(await checkAll()).toMatchObject({ removed: 2 });
  });

  it("stay while a book of their loop is being made, which may name them", async () => {
    const row = { loopId, kind: "screen", contentVersion: 1, state: "rendering" } as const;
    const { id: subjectId } = db
      .insert(bookFiles)
      .values({ ...row, createdAt: NOW, updatedAt: NOW })
      .returning()
      .get();
    const job = { kind: "render-book", subjectId, runAfter: NOW, createdAt: NOW };
    db.insert(jobs)
      .values({ ...job, state: "running", takenUntil: NOW })
      .run();
    await storeOld(`books/${loopId}/1-screen-aaaa.pdf`, "%PDF");
    expect(await checkAll()).toMatchObject({ removed: 0 });
    db.update(jobs).set({ state: "dead", takenUntil: null }).run();
    expect(await checkAll()).toMatchObject({ removed: 1 });
  });
});
