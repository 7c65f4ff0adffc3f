import ts from "typescript";
import { describe, expect, it } from "vitest";
import { PAGES } from "~/domain/system/checks/checks.server";
import { parse, planted, type Sources, sources, walk } from "./source";

const pages = [...PAGES];
const ROOM = /^app\/(?:domain|jobs|monitoring)\//;

/** Every literal that is written where a kind of alarm can be: text, and the parts of a text put together. */
function wordsIn(all: Sources): { whole: Set<string>; beginnings: string[] } {
  const whole = new Set<string>();
  const beginnings: string[] = [];
  for (const [path, text] of all) {
    if (!ROOM.test(path) || /(?:checks\/runbook|alarms\/alarm-kinds)\.ts$/.test(path)) continue;
    walk(parse(path, text), (node) => {
      if (ts.isStringLiteral(node)) whole.add(node.text);
      if (ts.isTemplateExpression(node)) beginnings.push(node.head.text);
    });
  }
  return { whole, beginnings };
}

function findNeverRaised(all: Sources, kinds: readonly string[]): string[] {
  const { whole, beginnings } = wordsIn(all);
  const begins = beginnings.filter((word) => /^[a-z]+_$/.test(word));
  return kinds.filter((kind) => !whole.has(kind) && !begins.some((word) => kind.startsWith(word)));
}

/** Rows of alarms that pass by the function whose type asks for a page. */
function findUntyped(all: Sources): string[] {
  return [...all]
    .filter(([path, text]) => /^(?:app|db)\//.test(path) && /insert\(alarms\)/.test(text))
    .map(([path]) => path);
}

/** Files that call a function by this name. */
const filesCalling = (name: string) =>
  [...sources]
    .filter(([path, text]) => /^(?:app|scripts)\//.test(path) && text.includes(`${name}(`))
    .map(([path]) => path);

describe("every kind of alarm", () => {
  it.each(pages)("%s has a page: a title, what it means, and steps", (_, page) => {
    expect(page.title).toMatch(/^[A-Z].{5,50}[^.]$/);
    expect(page.means).toMatch(/^[A-Z].{20,}\.$/);
    expect(page.steps.length).toBeGreaterThan(0);
    for (const step of page.steps) expect(step).toMatch(/^[A-Z].*\.$/);
    expect(page.command ?? "").not.toMatch(/'/);
  });

  it("is raised through the one function whose type asks for its page", () => {
    expect(findUntyped(sources)).toEqual(["app/domain/kernel/alarms/alarms.server.ts"]);
    const text = sources.get("app/domain/kernel/alarms/alarms.server.ts") ?? "";
    expect(text).toMatch(/kind: AlarmKind;/);
    expect(filesCalling("raiseAlarmOfCheck")).toEqual([
      "app/domain/kernel/alarms/alarms.server.ts",
      "app/domain/system/checks/watch.server.ts",
    ]);
  });

  it("is raised somewhere", () => {
    const kinds = pages.map(([kind]) => kind);
    expect(findNeverRaised(sources, kinds)).toEqual([]);
    expect(findNeverRaised(sources, [...kinds, "planted_kind"])).toEqual(["planted_kind"]);
  });

  it("a row that passes by it is seen", () => {
    const all = planted({ "app/jobs/planted.ts": "tx.insert(alarms).values({});" });
    expect(findUntyped(all)).toContain("app/jobs/planted.ts");
  });
});
