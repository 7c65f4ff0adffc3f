import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listFiles } from "./source";

/** Places that a README may name although they are made later, or lie elsewhere. */
const NOT_IN_THE_TREE = /^(?:build|test-results|DATA_DIR)\b|^@/;
const MOST_LINES = 150;

const files = listFiles();
const readmes = files.filter((path) => path.endsWith("README.md"));

/** Files and folders a text names in backticks or links to that no file of the repository lies at or below. */
function findLostPaths(text: string): string[] {
  const inBackticks = [...text.matchAll(/`([\w@./-]+\/[\w./-]*|[\w-]+(?:\.server)?\.(?:tsx?|mjs|sql|yml|toml|typ))`/g)];
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)];
  return [...inBackticks, ...links]
    .map(([, path = ""]) => path)
    .filter((path) => !path.startsWith("/") && !NOT_IN_THE_TREE.test(path))
    .filter((path) => !files.some((file) => `/${file}`.includes(`/${path}`)) && !existsSync(path));
}

/** Bullets of a list of decisions that do not begin with a day. */
function findUndated(text: string): string[] {
  const decisions = /^## Decisions\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text)?.[1] ?? "";
  return decisions.split("\n").filter((line) => /^- (?!\d{4}-\d{2}-\d{2} )/.test(line));
}

describe.each(readmes)("%s", (readme) => {
  const text = readFileSync(readme, "utf8");

  it("names files that are there", () => {
    expect(findLostPaths(text)).toEqual([]);
  });

  it("dates every decision", () => {
    expect(findUndated(text)).toEqual([]);
  });

  it(`is read in one sitting: ${MOST_LINES} lines at most`, () => {
    expect(text.split("\n").length - 1).toBeLessThanOrEqual(MOST_LINES);
  });
});

it("a README that names what is gone, or a decision without its day, is seen", () => {
  expect(findLostPaths("See `app/domain/gone.ts` and [this](app/nothing/README.md).")).toHaveLength(2);
  expect(findUndated("## Decisions\n\n- **Because.** We say so.\n")).toHaveLength(1);
});
