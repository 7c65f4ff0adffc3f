import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listFiles } from "./source";

/** Places that a README may name although they are made later, or lie elsewhere. */
const NOT_IN_THE_TREE = /^(?:build|test-results|DATA_DIR|\.tools)\b|^@/;
const MOST_LINES = 150;

const files = listFiles();
const readmes = files.filter((path) => path.endsWith("README.md"));
const decisionFiles = files.filter((path) => path.endsWith("/decisions.md"));

/** Files and folders a text names in backticks or links to that no file of the repository lies at or below. */
function findLostPaths(text: string): string[] {
  const inBackticks = [...text.matchAll(/`([\w@./-]+\/[\w./-]*|[\w-]+(?:\.server)?\.(?:tsx?|mjs|sql|yml|toml|typ))`/g)];
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)];
  return [...inBackticks, ...links]
    .map(([, path = ""]) => path)
    .filter((path) => !path.startsWith("/") && !NOT_IN_THE_TREE.test(path))
    .filter((path) => !files.some((file) => `/${file}`.includes(`/${path}`)) && !existsSync(path));
}

/** The titles of decisions that another one has, or whose record does not begin with a day. */
function findBadDecisions(text: string): string[] {
  const decisions =
    /^# Decisions: .*\n([\s\S]*)/m.exec(text) ?? /^## Decisions\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text);
  const [before = "", ...records] = (decisions?.[1] ?? "").split(/^##+ /m);
  const titles = records.map((record) => record.slice(0, record.indexOf("\n")));
  return [
    ...(before.trim() ? [before.trim()] : []),
    ...titles.filter((title, place) => titles.indexOf(title) !== place),
    ...titles.filter((_, place) => !/^.+\n\n\d{4}-\d{2}-\d{2}\. /.test(records[place] ?? "")),
  ];
}

describe.each([...readmes, ...decisionFiles])("%s", (path) => {
  const text = readFileSync(path, "utf8");

  it("names files that are there", () => {
    expect(findLostPaths(text)).toEqual([]);
  });

  it("gives every decision a title to link to and a date", () => {
    expect(findBadDecisions(text)).toEqual([]);
  });
});

it.each(readmes)(`%s has at most ${MOST_LINES} lines`, (path) => {
  expect(readFileSync(path, "utf8").split("\n").length - 1).toBeLessThanOrEqual(MOST_LINES);
});

it("a README that names what is gone is seen", () => {
  expect(findLostPaths("See `app/domain/gone.ts` and [this](app/nothing/README.md).")).toHaveLength(2);
});

it.each([
  ["without a date", "## Decisions\n\n### Because\n\nWe say so.\n"],
  ["without a title", "## Decisions\n\n- 2026-11-21 We say so.\n"],
  ["with another one's title", "# Decisions: x\n\n## A\n\n2026-11-21. We say so.\n\n## A\n\n2026-11-21. We say so.\n"],
])("a decision %s is seen", (_, text) => {
  expect(findBadDecisions(text)).toHaveLength(1);
});
