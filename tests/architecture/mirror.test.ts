import { describe, expect, it } from "vitest";
import { listFiles } from "./source";

/**
 * A test lies at the path of what it tests: tests/web/csv.test.ts beside app/web/csv.ts, tests/domain/diary/loops.test.ts
 * for the whole folder, tests/adapters/payments/stripe/refunds.test.ts for one side of a large file. Tests of db/ and
 * scripts/ lie in folders of those names.
 */

/** Suites by theme, which test no single file. */
const THEMES = /^tests\/(?:architecture|journeys|security|resilience)\//;

/** Tests of every file of a kind, where one path would be arbitrary. */
const OF_EVERY_FILE = new Set([
  "tests/domain/owners.test.ts",
  "tests/screens/pages.test.ts",
  "tests/screens/changed-prices.test.ts",
  "tests/screens/page-metadata.test.ts",
  "tests/screens/remembered-passwords.test.ts",
  "tests/screens/pasted-text.test.ts",
  "tests/ui/components.test.tsx",
]);

const TEST = /^tests\/(.+)\.test\.tsx?$/;

function findUnmirrored(files: readonly string[]): string[] {
  const stems = new Set(files.map((path) => path.replace(/(?:\.server)?\.\w+$/, "")));
  const folders = new Set(files.map((path) => path.slice(0, path.lastIndexOf("/"))));
  return files.filter((path) => {
    const name = TEST.exec(path)?.[1];
    if (!name || THEMES.test(path) || OF_EVERY_FILE.has(path)) return false;
    const source = /^(?:db|scripts)\//.test(name) ? name : `app/${name}`;
    const parent = source.slice(0, source.lastIndexOf("/"));
    return !folders.has(source) && !stems.has(source) && !stems.has(parent);
  });
}

describe("a test", () => {
  const files = listFiles();

  it("lies at the path of what it tests", () => {
    expect(files.filter((path) => TEST.test(path)).length).toBeGreaterThan(200);
    expect(findUnmirrored(files)).toEqual([]);
  });

  it("of every file is still there", () => {
    expect([...OF_EVERY_FILE].filter((path) => !files.includes(path))).toEqual([]);
  });

  it.each([
    ["tests/web/nowhere.test.ts", true],
    ["tests/screens/csv.test.ts", true],
    ["tests/domain/database/errors.test.ts", true],
    ["tests/web/csv.test.ts", false],
    ["tests/db/errors.test.ts", false],
    ["tests/domain/operations/printing.test.ts", false],
    ["tests/adapters/payments/stripe/refunds.test.ts", false],
    ["tests/security/anything.test.ts", false],
  ])("at %s is refused: %s", (path, isRefused) => {
    expect(findUnmirrored([...files.filter((one) => one !== path), path])).toEqual(isRefused ? [path] : []);
  });
});
