import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { removeLeftFiles, removeOldCopies, removeTempFiles } from "~/domain/privacy/retention/temp-files.server";

const NOW = new Date("2026-11-20T03:30:00Z");

function left(place: string, name: string, secondsAgo: number): string {
  const folder = join(settings.dataFolder, place, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "photo.jpg"), "a copy");
  const touched = new Date(NOW.getTime() - secondsAgo * 1000);
  utimesSync(folder, touched, touched);
  return folder;
}

it("work that a killed process left is swept away after a day, and work in hand is not", async () => {
  expect(await removeTempFiles(NOW)).toBe(0);
  const DAY = 86_400;
  const old = [left("work", "book-a", DAY + 1), left("incoming", "form-a", DAY + 1)];
  const young = [left("work", "book-b", DAY), left("incoming", "form-b", 5)];
  expect(await removeTempFiles(NOW)).toBe(2);
  expect(old.map(existsSync)).toEqual([false, false]);
  expect(young.map(existsSync)).toEqual([true, true]);
  expect(await removeTempFiles(NOW)).toBe(0);
});

it("an email that a killed process was writing is swept away after a day, and no other", async () => {
  const folder = join(settings.dataFolder, "mail");
  mkdirSync(folder, { recursive: true });
  const old = new Date(NOW.getTime() - 2 * 86_400_000);
  for (const name of ["one.eml", "two.eml.1234.part"]) {
    writeFileSync(join(folder, name), "Dear Ada");
    utimesSync(join(folder, name), old, old);
  }
  expect(await removeTempFiles(NOW)).toBe(1);
  expect(readdirSync(folder)).toEqual(["one.eml"]);
});

it("a form that a killed process was reading is swept away after an hour, and words of who was signed out are not", async () => {
  const HOUR = 3600;
  const old = left("incoming", "form-c", HOUR + 1);
  const kept = [
    left("incoming", "form-d", HOUR - 1),
    left("incoming", "words-e", HOUR + 1),
    left("work", "book-c", HOUR + 1),
  ];
  expect(await removeLeftFiles(NOW)).toBe(1);
  expect(existsSync(old)).toBe(false);
  expect(kept.map(existsSync)).toEqual([true, true, true]);
});

it("whole copies of the database in the data folder are removed after thirty days", async () => {
  const day = 86_400_000;
  const copies = [
    ["before-migrations", "0040_words-are-counted.db"],
    ["newer", "loop.db"],
    ["newer", "loop.db-wal"],
    ["restored", "loop.db"],
  ].map(([place = "", name = ""]) => join(settings.dataFolder, place, name));
  for (const copy of copies) {
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, "a year of somebody");
    utimesSync(copy, NOW, NOW);
  }
  expect(await removeOldCopies(new Date(NOW.getTime() + 30 * day))).toBe(0);
  expect(await removeOldCopies(new Date(NOW.getTime() + 30 * day + 1000))).toBe(4);
  expect(copies.map(existsSync)).toEqual([false, false, false, false]);
});
