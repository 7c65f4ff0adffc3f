import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as schema from "#db/schema";
import { DRIZZLE_KIT, installTool } from "../../scripts/tools.mjs";
import { lineOf, parse, sources, walk } from "./source";

const Journal = z.object({
  entries: z.array(z.object({ idx: z.number(), when: z.number(), tag: z.string() })),
});
const Snapshot = z.looseObject({ id: z.string(), prevId: z.string() });

const migrations = "migrations";
const { entries } = Journal.parse(JSON.parse(readFileSync(join(migrations, "meta/_journal.json"), "utf8")));
const numberOf = (place: number) => String(place).padStart(4, "0");
const snapshots = entries.map(({ idx }) =>
  Snapshot.parse(JSON.parse(readFileSync(join(migrations, `meta/${numberOf(idx)}_snapshot.json`), "utf8"))),
);

/** What is used of drizzle-kit's API; a snapshot is its description of all tables. */
interface DrizzleKit {
  generateSQLiteDrizzleJson(tables: object, previousId?: string): Promise<unknown>;
  generateSQLiteMigration(from: unknown, to: unknown): Promise<string[]>;
}
const drizzleKit: DrizzleKit = await import(join(installTool(DRIZZLE_KIT), "api.mjs"));

/** The SQL that drizzle-kit would still write to bring the last migration up to this schema. */
async function findUnwritten(tables: object): Promise<string[]> {
  const last = snapshots.at(-1);
  const now = await drizzleKit.generateSQLiteDrizzleJson(tables, last?.id);
  return await drizzleKit.generateSQLiteMigration(last, now);
}

describe("migrations", () => {
  it("bring a database to exactly the tables of the schema", async () => {
    expect(await findUnwritten(schema)).toEqual([]);
  });

  it("a table without a migration is seen", async () => {
    const planted = sqliteTable("planted", { id: integer("id").primaryKey() });
    expect((await findUnwritten({ ...schema, planted })).join("\n")).toContain("planted");
  });

  it("are in the journal in their order, each with its file, and no file is missing from it", () => {
    expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, place) => place));
    expect(entries.map(({ when }) => when)).toEqual(entries.map(({ when }) => when).sort((a, b) => a - b));
    const files = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
    expect(files.sort()).toEqual(entries.map(({ tag }) => `${tag}.sql`).sort());
    expect(entries.every(({ idx, tag }) => tag.startsWith(`${numberOf(idx)}_`))).toBe(true);
  });

  it("each follows from the one before", () => {
    expect(snapshots.slice(1).map(({ prevId }) => prevId)).toEqual(snapshots.slice(0, -1).map(({ id }) => id));
    expect(existsSync(join(migrations, `meta/${numberOf(entries.length)}_snapshot.json`))).toBe(false);
  });
});

/**
 * The driver's transactions are synchronous: code after an await would run outside of them and survive a rollback. A
 * transaction that writes begins immediately, since it would otherwise fail when two processes write. Exempt are nested
 * transactions and the payment sandbox's store, whose own are immediate already.
 */
function findLooseTransactions(path: string, text: string): string[] {
  const found: string[] = [];
  walk(parse(path, text), (node) => {
    if (!ts.isCallExpression(node)) return;
    const [work, options] = node.arguments;
    if (ts.isIdentifier(node.expression) && node.expression.text === "write") {
      if (work && ts.isArrowFunction(work) && awaits(work)) found.push(`${path}:${lineOf(node)}`);
      return;
    }
    if (!ts.isPropertyAccessExpression(node.expression) || node.expression.name.text !== "transaction") return;
    const input = node.expression.expression.getText();
    const isInside = /^tx$|\bstore$/.test(input);
    const isImmediate =
      /behavior:\s*"immediate"/.test(options?.getText() ?? "") || /\.immediate$/.test(node.parent.getText());
    if (!work || awaits(work) || !(isInside || isImmediate)) found.push(`${path}:${lineOf(node)}`);
  });
  return found;
}

function awaits(work: ts.Node): boolean {
  let does = false;
  walk(work, (node) => {
    does ||= ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword;
  });
  return does;
}

describe("transactions", () => {
  it("wait for nothing and ask at once to write", () => {
    const code = [...sources].filter(([path]) => /^(?:app|db|scripts)\//.test(path));
    expect(code.flatMap(([path, text]) => findLooseTransactions(path, text))).toEqual([]);
  });

  it.each([
    ["an async one", "write(async (tx) => { pay(tx); });"],
    ["one that waits inside", "write((tx) => { void (async () => { await pay(tx); })(); });"],
    ["one that only asks to write later", "db.transaction((tx) => pay(tx));"],
  ])("%s is seen", (_, text) => {
    expect(findLooseTransactions("app/planted.ts", text)).toEqual(["app/planted.ts:1"]);
  });
});
