import { eq, gt, lt, lte } from "drizzle-orm";
import { transformSync } from "esbuild";
import { afterEach, expect, test } from "vitest";
import { compileChanges } from "../../../scripts/mutation/changes.ts";

/** What a compiled file gives with no change switched on, and with each. */
function results(source: string, path = "app/domain/diary/example.server.ts") {
  const { changes, text } = compileChanges(path, source);
  const code = transformSync(text, { loader: "ts" }).code;
  const names = {
    and: (...values: unknown[]) => values,
    eq: (...values: unknown[]) => values.join("="),
    gt: () => "gt",
  };
  const sql = (parts: TemplateStringsArray, ...values: unknown[]) => String.raw(parts, ...values);
  const run = (on: string) => {
    Object.assign(globalThis, { loopChanges: { isOn: (id: string) => id === on, gt, gte: () => "gte", lt, lte } });
    return new Function(...Object.keys(names), "sql", `${code}\nreturn result;`)(...Object.values(names), sql);
  };
  const changed = Object.fromEntries(
    changes.map(({ id, kind, was, becomes }) => [`${kind}: ${was}, ${becomes}`, run(id)]),
  );
  return { unchanged: run(""), changed };
}

afterEach(() => Reflect.deleteProperty(globalThis, "loopChanges"));

test("each condition of a query is taken away alone, and one with an id of somebody is an owner's", () => {
  const { unchanged, changed } = results('const result = and(eq("accountId", 7), eq("state", "paid"))');
  expect(unchanged).toEqual(["accountId=7", "state=paid"]);
  expect(changed).toEqual({
    'owner: eq("accountId", 7), no condition': [undefined, "state=paid"],
    'condition: eq("state", "paid"), no condition': ["accountId=7", undefined],
  });
});

test("conditions that are kept together in a list are taken away one by one", () => {
  const { changed } = results('const result = and(...[eq("a", 1), eq("b", 2)])');
  expect(Object.values(changed)).toEqual([
    [undefined, "b=2"],
    ["a=1", undefined],
  ]);
});

test("a comparison in a query loses its place and its edge", () => {
  const { changed } = results('const result = and(gt("at", 5))');
  expect(changed).toEqual({
    'condition: gt("at", 5), no condition': [undefined],
    'edge: gt("at", 5), gt is gte': ["gte"],
  });
});

test("conditions in the text of a query go one by one, and their edges move", () => {
  const { unchanged, changed } = results(
    "const result = sql`SELECT 1 FROM loops WHERE account_id = 7 AND start_day <= 5`",
  );
  expect(unchanged).toBe("SELECT 1 FROM loops WHERE account_id = 7 AND start_day <= 5");
  expect(Object.values(changed)).toEqual([
    "SELECT 1 FROM loops WHERE 1 = 1 AND start_day <= 5",
    "SELECT 1 FROM loops WHERE account_id = 7 AND 1 = 1",
    "SELECT 1 FROM loops WHERE account_id = 7 AND start_day < 5",
  ]);
});

test("a refusal is switched off, together with what is inside it", () => {
  const { unchanged, changed } = results(
    'function ask(age: number) { if (age > 90) return "refused"; return "allowed"; } const result = [ask(90), ask(91)];',
  );
  expect(unchanged).toEqual(["allowed", "refused"]);
  expect(changed).toEqual({
    "edge: age > 90, > is >=": ["refused", "refused"],
    "refusal: if (age > 90), never": ["allowed", "allowed"],
  });
});

test("only the rules of the business have their sums and combinations changed", () => {
  const source = "const result = 2 * 3 + 1;";
  expect(results(source).changed).toEqual({});
  expect(results(source, "app/domain/diary/rules/calendar.ts").changed).toEqual({
    "operator: 2 * 3 + 1, + is -": 5,
    "operator: 2 * 3, * is /": 2 / 3 + 1,
  });
});

test("a change keeps its name while lines above it come and go", () => {
  const source = 'function find() { return and(eq("state", 1)); } const result = find();';
  const [before] = compileChanges("app/web/x.ts", source).changes;
  const [after] = compileChanges("app/web/x.ts", `// One more.\n\n${source}`).changes;
  expect(after?.id).toBe(before?.id);
  expect(after?.line).toBe(3);
});

test("drizzle leaves out a condition that is undefined", async () => {
  const { and } = await import("drizzle-orm");
  const { accounts } = await import("#db/schema");
  expect(and(undefined, eq(accounts.id, "a"))).toEqual(and(eq(accounts.id, "a")));
});

test("a condition of a prepared query is known as one that only the first test of a file reaches", () => {
  const path = "app/domain/diary/example.server.ts";
  const of = (source: string) => compileChanges(path, source).changes.map(({ isBuiltOnce }) => isBuiltOnce);
  expect(of("const find = prepareGet((id) => db.select().where(eq(loops.id, id)))")).toEqual([true]);
  expect(of("const rows = () => db.select().where(eq(loops.id, 1)).$dynamic()")).toEqual([true]);
  expect(of("const row = db.select().where(eq(loops.id, id)).get()")).toEqual([false]);
});
