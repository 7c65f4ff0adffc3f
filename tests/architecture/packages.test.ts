import { readFileSync } from "node:fs";
import SqliteFile from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const Locked = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const Lock = z.object({ packages: z.record(z.string(), Locked) });
const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  overrides: z.record(z.string(), z.string()),
});

const lock = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const manifest = Manifest.parse(JSON.parse(readFileSync("package.json", "utf8")));

/** The oldest version without a known vulnerability that concerns us, and which vulnerability that is. */
const SAFE_FROM: readonly [name: string, version: string, why: string][] = [
  ["react-router", "6.30.6", "CVE-2026-53668: open redirect"],
  ["react-router-dom", "6.30.6", "CVE-2026-53668: open redirect"],
  ["@remix-run/router", "1.23.4", "CVE-2026-53668: open redirect"],
  ["sharp", "0.35.0", "GHSA-f88m-g3jw-g9cj: a picture could read beyond its memory"],
  ["nodemailer", "8.0.11", "GHSA-c7w3, GHSA-vvjj, GHSA-268h: emails to more people than named"],
];

function isAtLeast(version: string, oldest: string): boolean {
  const wanted = oldest.split(".").map(Number);
  const found = (version.split("-")[0] ?? "").split(".").map(Number);
  for (const [place, number] of wanted.entries()) {
    const other = found[place] ?? 0;
    if (other !== number) return other > number;
  }
  return true;
}

/** Every installed copy of a package, nested ones included. */
function versionsOf(name: string): string[] {
  return Object.entries(lock.packages)
    .filter(([place]) => place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`))
    .map(([, { version }]) => version ?? "0");
}

/** Whether a package that is installed at `place` resolves this one. */
function isLocked(name: string, place: string): boolean {
  const folders = place
    .split("/node_modules/")
    .map((_, depth, parts) => parts.slice(0, depth + 1).join("/node_modules/"));
  return ["", ...folders.map((folder) => `${folder}/`)].some(
    (folder) => lock.packages[`${folder}node_modules/${name}`] !== undefined,
  );
}

describe("packages", () => {
  it.each(SAFE_FROM)("every copy of %s is %s or newer (%s)", (name, oldest) => {
    const versions = versionsOf(name);
    expect(versions).not.toEqual([]);
    expect(versions.filter((version) => !isAtLeast(version, oldest))).toEqual([]);
  });

  it("SQLite is one that cannot damage a file while it is copied", () => {
    const connection = new SqliteFile(":memory:");
    const version = String(connection.prepare("SELECT sqlite_version()").pluck().get());
    connection.close();
    expect(isAtLeast(version, "3.51.3"), version).toBe(true);
  });

  it.each([
    ["6.30.6", "6.30.6", true],
    ["6.30.10", "6.30.6", true],
    ["7.0.0", "6.30.6", true],
    ["6.30.5", "6.30.6", false],
    ["0.34.9", "0.35.0", false],
    ["8.0.11-beta.1", "8.0.11", true],
  ])("%s against %s", (version, oldest, isSafe) => {
    expect(isAtLeast(version, oldest)).toBe(isSafe);
  });

  it("come from the configured registry, not from one machine's", () => {
    const named = Object.entries(lock.packages).filter(([, { resolved }]) => resolved?.startsWith("http"));
    expect(named.map(([place]) => place)).toEqual([]);
  });

  it("have a line for every platform's part, or npm refuses a clean install", () => {
    const missing = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(name, place)),
    );
    expect(missing).toEqual([]);
  });

  it("are named to the exact version", () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides };
    expect(Object.entries(all).filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
