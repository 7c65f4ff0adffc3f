import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { lineOf, listFiles, parse, walk } from "./source";

/** Promise handlers that may ignore the error, by file: how many there are, and why. */
const IGNORED: Readonly<Record<string, { times: number; why: string }>> = {
  "app/adapters/mail/smtp.server.ts": { times: 1, why: "the caller awaits the same promise, or timed out" },
  "app/domain/mail/outbox/outbox-worker.server.ts": { times: 1, why: "the run awaits the same promise at its end" },
  "app/adapters/waiting/outside-calls.server.ts": {
    times: 1,
    why: "the caller awaits the same promise, or timed out",
  },
  "app/domain/book/assembly/photo-reader.server.ts": {
    times: 2,
    why: "next() awaits the same promise; close() only waits",
  },
  "app/domain/book/assembly/pdf-worker-client.server.ts": {
    times: 1,
    why: "the caller awaits the same promise later",
  },
  "app/domain/system/checks/machine.server.ts": {
    times: 1,
    why: "the alarm of storage says that it doesn’t answer",
  },
  "app/domain/diary/loops/progress-picture-process.server.ts": {
    times: 1,
    why: "the parent throws when it gets null",
  },
  "app/domain/diary/loops/progress-pictures.server.ts": {
    times: 1,
    why: "the caller awaits the drawing; the queue goes on",
  },
  "app/web/raw-body.server.ts": { times: 1, why: "the reading that is ended meets the same error" },
  "scripts/seed/small-years.ts": { times: 1, why: "the seed awaits the same promise later" },
};

/** Catch clauses without a name: what was expected cannot be told from what was not. */
function findBare(path: string, text: string): string[] {
  return linesOf(path, text, (node) => ts.isCatchClause(node) && !node.variableDeclaration);
}

/** Handlers of a promise's failure, in `.catch(…)` or as the second argument of `.then(…, …)`, without a parameter. */
function findIgnoring(path: string, text: string): string[] {
  return linesOf(path, text, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    const { text: method } = node.expression.name;
    const handler = method === "catch" ? node.arguments[0] : method === "then" ? node.arguments[1] : undefined;
    const isFunction = handler && (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler));
    return Boolean(isFunction && handler.parameters.length === 0);
  });
}

function linesOf(path: string, text: string, fits: (node: ts.Node) => boolean): string[] {
  const found: string[] = [];
  walk(parse(path, text), (node) => {
    if (fits(node)) found.push(`${path}:${lineOf(node)}`);
  });
  return found;
}

/** In a visitor's browser nobody reads an error: the page goes on as it does without the script. */
const IN_BROWSERS = /^app\/browser\//;

const files = listFiles().filter(
  (path) => /^(?:app|db|scripts)\/.*\.(?:[cm]?js|tsx?)$/.test(path) && !IN_BROWSERS.test(path),
);

describe("an error that is caught", () => {
  it("has a name everywhere, so that an unexpected one is thrown again", () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap((path) => findBare(path, readFileSync(path, "utf8")))).toEqual([]);
  });

  it("is seen where it has none", () => {
    const planted = "export function read() {\n  try {\n    return 1;\n  } catch {\n    return null;\n  }\n}\n";
    expect(findBare("app/domain/planted.ts", planted)).toEqual(["app/domain/planted.ts:4"]);
    expect(findBare("app/domain/planted.ts", planted.replace("catch {", "catch (error) {"))).toEqual([]);
  });
});

describe("a promise that fails", () => {
  it("has its error looked at, except where this file gives the reason", () => {
    const found = files.flatMap((path) => findIgnoring(path, readFileSync(path, "utf8")));
    const times = (path: string) => found.filter((line) => line.startsWith(`${path}:`)).length;
    expect(found.filter((line) => !IGNORED[line.replace(/:\d+$/, "")])).toEqual([]);
    const written = Object.entries(IGNORED).map(([path, { times: allowed }]) => [path, allowed]);
    expect(Object.keys(IGNORED).map((path) => [path, times(path)])).toEqual(written);
  });

  it.each([
    ["read().catch(() => null);", true],
    ["read().catch(function () {});", true],
    ["read().then(show, () => show(FAILED));", true],
    ["read().catch((error: unknown) => log(error));", false],
    ["read().catch(ignoreMissing);", false],
    ["read().then(() => show());", false],
    ["z.string().catch(undefined);", false],
  ])("is seen in %s: %s", (text, isIgnored) => {
    expect(findIgnoring("app/domain/planted.ts", text)).toEqual(isIgnored ? ["app/domain/planted.ts:1"] : []);
  });
});
