import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { SETTINGS_NAMES } from "../support/settings-names";
import { lineOf, listFiles, NOT_OURS, parse, sources, walk } from "./source";

const TOP = new Set([
  ...["package.json", "package-lock.json", ".npmrc", "remix.config.ts", "vite.config.ts", "vitest.config.ts"],
  ...["tsconfig.json", "biome.json", "drizzle.config.ts", ".gitignore", ".dockerignore", ".ci"],
  ...["app", "db", "migrations", "scripts", "public", "tests"],
  ...["Dockerfile", "fly.toml", "litestream.yml", "README.md"],
]);

describe("the top of the repository", () => {
  it("holds what was planned and nothing else", () => {
    const found = readdirSync(".").filter((name) => !NOT_OURS.has(name) && !TOP.has(name));
    expect(found).toEqual([]);
  });
});

/** Names that say nothing; such files collect unrelated code. */
const EMPTY_NAME = /(?:^|-)(?:utils?|helpers?|misc|managers?|services?)$|^common$/;
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function findBadNames(paths: readonly string[]): string[] {
  return paths.filter((path) =>
    path.split("/").some((part, place, all) => {
      const stem = place === all.length - 1 ? (part.split(".")[0] ?? part) : part;
      return EMPTY_NAME.test(stem) || !KEBAB_CASE.test(stem);
    }),
  );
}

describe("the names of files", () => {
  const named = listFiles().filter((path) => /^(?:app|db|scripts|tests)\/(?!(?:.*\/)?README\.md$)/.test(path));

  it("are kebab-case and say what is inside", () => {
    expect(findBadNames(named)).toEqual([]);
  });

  it.each([
    "app/domain/utils.ts",
    "app/web/form-helpers.ts",
    "app/services/mail.ts",
    "app/ui/common.tsx",
    "app/ui/WeekGrid.tsx",
  ])("%s is refused", (path) => {
    expect(findBadNames([path])).toEqual([path]);
  });

  it("a name that only contains such a word is left alone", () => {
    expect(
      findBadNames(["app/domain/people/accounts/common-passwords.ts", "tests/support/own-data-folder.ts"]),
    ).toEqual([]);
  });
});

/** Concatenated, so that this file does not find itself. */
const UNFINISHED: readonly RegExp[] = [
  new RegExp(`\\b(?:${["TO", "DO"].join("")}|${["FIX", "ME"].join("")}|${["X", "XX"].join("")})\\b`),
  new RegExp(["coming", "soon"].join(" "), "i"),
  new RegExp(`@ts-${"(?:ignore|nocheck)"}`),
  new RegExp(`\\b(?:it|test|describe)\\.${"(?:only|skip|todo)"}\\(`),
];

function findUnfinished(path: string, text: string): string[] {
  const lines = text.split("\n").flatMap((line, place) => {
    return UNFINISHED.some((phrase) => phrase.test(line)) ? [`${path}:${place + 1}`] : [];
  });
  if (!/\.tsx?$/.test(path)) return lines;
  walk(parse(path, text), (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) lines.push(`${path}:${lineOf(node)}`);
  });
  return lines;
}

describe("nothing is left unfinished", () => {
  const prose = listFiles().filter((path) => /\.(?:md|css|json|ya?ml|toml|typ|sql)$|^\.ci\//.test(path));

  it("in any file", () => {
    const texts = prose
      .filter((path) => path !== "package-lock.json")
      .map((path): [string, string] => [path, readFileSync(path, "utf8")]);
    expect([...sources, ...texts].flatMap(([path, text]) => findUnfinished(path, text))).toEqual([]);
  });

  it.each([
    ["a note to oneself", `// ${["TO", "DO"].join("")}: later`],
    ["a promise to visitors", `const text = "${["Coming", "soon"].join(" ")}";`],
    ["a type that is none", "let x: any;"],
    ["a type that is cast away", "const x = y as any;"],
    ["a check that is switched off", `// @ts-${"ignore"}`],
    ["a test that stands alone", `it.${"only"}("works", () => {});`],
    ["a test that is left out", `describe.${"skip"}("works", () => {});`],
  ])("%s is seen", (_, text) => {
    expect(findUnfinished("app/planted.ts", text)).toHaveLength(1);
  });
});

describe("the length of files", () => {
  const LONGEST_SCREEN = 240;

  it("no screen exceeds the longest length", () => {
    const long = [...sources]
      .filter(([path]) => /^app\/(?:screens|hyperloop)\/.*\.tsx$/.test(path))
      .map(([path, text]) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ lines }) => lines > LONGEST_SCREEN);
    expect(long).toEqual([]);
  });
});

describe("the settings", () => {
  it("tests start without any of their own", () => {
    const text = sources.get("app/adapters/settings-environment.ts") ?? "";
    const table = /const Environment = z\.object\(\{(.*?)\n\}\);/s.exec(text)?.[1] ?? "";
    const names = [...table.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect([...SETTINGS_NAMES].sort()).toEqual(names.sort());
  });
});
