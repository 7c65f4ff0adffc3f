import ts from "typescript";
import { describe, expect, it, vi } from "vitest";
import { rawConnection } from "#db/client.server";
import { prepareDeclaredQueries } from "#db/queries.server";
import { findCompiledAgain } from "../support/query-plans";
import { alone, lineOf, parse, type Sources, sources, walk } from "./source";

/** The modules of the domain, without those that are a process or a thread and begin to work when they are imported. */
const modules = import.meta.glob(["../../app/domain/**/*.server.ts", "!**/*-{process,worker}.server.ts"]);

let prepared: Promise<{ count: number; texts: ReadonlySet<string> }> | undefined;

/** Every prepared query of the domain: SQLite sees each once. */
function declared() {
  prepared ??= (async () => {
    await Promise.all(Object.values(modules).map((load) => load()));
    const compile = vi.spyOn(rawConnection(), "prepare");
    const count = prepareDeclaredQueries();
    const texts = new Set(compile.mock.calls.map(([text]) => text));
    compile.mockRestore();
    return { count, texts };
  })();
  return prepared;
}

const PREPARES = /\bprepare(?:Get|All|Run)\(/;
/** A query is named by what it does, as every function is. */
const NAMED_AS_THING = /Query$/;

/** Prepared queries that are named as things, or declared above the function that uses them first. */
function findMisplaced(files: Sources): string[] {
  return [...files].flatMap(([path, text]) =>
    path.startsWith("app/") && PREPARES.test(text) ? findIn(parse(path, text)) : [],
  );
}

function findIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  for (const [place, statement] of file.statements.entries()) {
    const name = queryOf(statement);
    if (name === undefined) continue;
    const isExported = statement.getText().startsWith("export");
    const first = file.statements.findIndex((other) => other !== statement && uses(other, name));
    // Where another constant needs it as the module starts, it has to be there before.
    const isFunction = ts.isFunctionDeclaration(file.statements[first] ?? file);
    const isHoisted = !isExported && first > place && isFunction;
    if (isHoisted || NAMED_AS_THING.test(name)) found.push(`${file.fileName}:${lineOf(statement)} ${name}`);
  }
  return found;
}

function queryOf(statement: ts.Statement): string | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declared] = statement.declarationList.declarations;
  const made = declared?.initializer?.getText() ?? "";
  // A table of queries is read as a table.
  return declared && PREPARES.test(made) && !made.startsWith("[") ? declared.name.getText() : undefined;
}

function uses(node: ts.Node, name: string): boolean {
  let isUsed = false;
  walk(node, (inner) => {
    if (ts.isIdentifier(inner) && inner.text === name) isUsed = true;
  });
  return isUsed;
}

/** A query that names one owner or one address. */
const OF_ONE = /"(?:account_id|loop_id|order_id|voucher_id|to_email)" = likely\(\?\)/;
/** A whole table, or all rows of a status or kind. */
const AMONG_MANY =
  /^SCAN \w+$|^SEARCH \w+ USING (?:COVERING )?INDEX \w+ \((?:status|state|kind|moderation|is_test)=\?\)/;
/** Small tables; one order in many is refunded. */
const FEW = /^SCAN (?:staff|discounts|settings|refunds|json_each|json_tree)$|^SCAN \w+ VIRTUAL/;
const looksAmongMany = (line: string) => AMONG_MANY.test(line) && !FEW.test(line);

function planOf(text: string): string[] {
  const values = Array.from(text.matchAll(/\?/g), () => null);
  const lines = rawConnection()
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(...values) as { detail: string }[];
  return lines.map(({ detail }) => detail);
}

describe("a prepared query", () => {
  it("is named by what it does, and follows the function that uses it first", () => {
    expect(findMisplaced(sources)).toEqual([]);
  });

  it("that is declared above its function or named as a thing is found", () => {
    const path = "app/domain/shop/orders/planted.server.ts";
    const above = "const findOne = prepareGet(() => rows());\nfunction one() {\n  return findOne();\n}\n";
    const thing = "function one() {\n  return oneQuery();\n}\nconst oneQuery = prepareGet(() => rows());\n";
    expect(findMisplaced(alone({ [path]: above }))).toEqual([`${path}:1 findOne`]);
    expect(findMisplaced(alone({ [path]: thing }))).toEqual([`${path}:4 oneQuery`]);
  });

  it("fits the tables, all of them", async () => {
    const { count, texts } = await declared();
    expect(count).toBeGreaterThan(400);
    expect(texts.size).toBeGreaterThan(400);
    // A date or an object in a template would be written as its text.
    expect([...texts].filter((text) => /GMT|\[object/.test(text))).toEqual([]);
    // Each is compiled once, however often it runs.
    expect(findCompiledAgain(texts)).toEqual([]);
  });

  it("of one account, year or order looks among its rows alone, however many there are with the same status", async () => {
    const { texts } = await declared();
    expect([...texts].filter((text) => OF_ONE.test(text) && planOf(text).some(looksAmongMany))).toEqual([]);
  });

  it("that looks among all rows of a status is found", () => {
    const among =
      "SELECT id FROM payments INDEXED BY payments_status WHERE \"order_id\" = likely(?) AND status = 'paid'";
    expect([OF_ONE.test(among), planOf(among).some(looksAmongMany)]).toEqual([true, true]);
    expect(planOf(among.replace("INDEXED BY payments_status", "")).some(looksAmongMany)).toBe(false);
    expect(planOf("SELECT id FROM photos WHERE caption = 'Sea'").some(looksAmongMany)).toBe(true);
  });

  it("whose plan could depend on a value, a limit or a flag is found", () => {
    const texts = ["week = 3 AND state = ?", "week = ? AND state = 'ready'", "week = ? AND state = likely(?)"].map(
      (condition) => `SELECT id FROM photos WHERE loop_id = likely(?) AND ${condition}`,
    );
    expect(findCompiledAgain(texts)).toEqual(texts.slice(0, 1));
    expect(findCompiledAgain(["SELECT id FROM photos LIMIT ?", "SELECT id FROM photos LIMIT 1"])).toHaveLength(1);
  });
});
