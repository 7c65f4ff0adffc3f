import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, it } from "vitest";
import { storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { measurePhoto } from "~/domain/book/assembly/print-photos.server";
import { enlargeDoublePagePhotos } from "~/domain/book/books/double-page-photos.server";
import { DOUBLE } from "~/domain/book/layout/two-page-photos";
import { printSize } from "~/domain/diary/rules/photo-rules";
import { printPhoto, workFolder } from "./print-photos";

/** A wide photo of 24 megapixels, and its print file with the pixels of one page. */
const WIDE = { width: 5712, height: 4284 };
const ONE_PAGE = printSize(WIDE.width, WIDE.height);
let original: Buffer;
let small: Buffer;
beforeAll(async () => {
  original = await printPhoto(2, WIDE.width, WIDE.height);
  small = await printPhoto(2, ONE_PAGE.width, ONE_PAGE.height);
});

async function enlarged(given: { isPlaced?: boolean; isStored?: boolean; width?: number; height?: number } = {}) {
  const { isPlaced = true, isStored = true, ...size } = given;
  const originalKey = "photos/double/original.jpg";
  if (isStored) await storage.put(originalKey, original, "image/jpeg");
  else await storage.remove(originalKey);
  const printFile = join(workFolder(), "one.jpg");
  writeFileSync(printFile, small);
  const key = "photos/double/print.jpg";
  const photo = {
    id: "one",
    isWaiting: false,
    originalKey,
    quarterTurns: 0,
    printKey: key,
    screenKey: key,
    thumbKey: key,
  };
  const pixels = { ...WIDE, ...size, printWidth: ONE_PAGE.width };
  const double = { kind: "double_page", week: 1, photoId: "one", isPlaced } as const;
  await enlargeDoublePagePhotos([double], [{ ...photo, ...pixels }], new Map([["one", { printFile }]]));
  return printFile;
}

it("a photo over two pages has 300 pixels an inch for the printer, where the camera gave them", async () => {
  const made = measurePhoto(await enlarged());
  expect((made?.width ?? 0) / (DOUBLE.width / 25.4)).toBeGreaterThanOrEqual(300);
  expect((made?.height ?? 0) / (DOUBLE.height / 25.4)).toBeGreaterThanOrEqual(300);
  expect((made?.width ?? 0) / (made?.height ?? 1)).toBeCloseTo(WIDE.width / WIDE.height, 3);
});

it("keeps its file where it is on one page, has no more pixels, or its original is gone", async () => {
  for (const given of [{ isPlaced: false }, ONE_PAGE, { isStored: false }]) {
    expect(readFileSync(await enlarged(given)).equals(small)).toBe(true);
  }
});

it("is made the same every time, so that the same order is the same file", async () => {
  expect(readFileSync(await enlarged()).equals(readFileSync(await enlarged()))).toBe(true);
});

it("leaves the stored photo as it is, from before it is made until after, also for a process that may write anything", async () => {
  const key = "photos/double/stored-print.jpg";
  const originalKey = "photos/double/stored-original.jpg";
  await storage.put(originalKey, original, "image/jpeg");
  await storage.put(key, small, "image/jpeg");
  const printFile = join(workFolder(), "stored.jpg");
  await storage.download(key, printFile);
  const keys = { originalKey, printKey: key, screenKey: key, thumbKey: key };
  const photo = { id: "two", isWaiting: false, quarterTurns: 0, ...keys };
  const double = { kind: "double_page", week: 1, photoId: "two", isPlaced: true } as const;
  const files = new Map([["two", { printFile }]]);
  await enlargeDoublePagePhotos([double], [{ ...photo, ...WIDE, printWidth: ONE_PAGE.width }], files);
  expect(readFileSync(printFile).length).toBeGreaterThan(small.length);
  const stored = await storage.read(key);
  expect(stored && (await buffer(stored.body)).equals(small)).toBe(true);
  for (const each of [key, originalKey])
    expect(statSync(join(settings.dataFolder, "photos", each)).mode & 0o222).toBe(0);
});
