import type { Statement } from "better-sqlite3";
import { vi } from "vitest";
import { rawConnection } from "#db/client.server";

/** SQLite's query plan for each query that `run` makes, one line per table or index, without statistics. */
export function plansOf(run: () => unknown): string[] {
  const connection = rawConnection();
  const queries = new Set<string>();
  // Queries and compiled statements are cached, so only their runs are seen each time.
  const statements: Statement = Object.getPrototypeOf(connection.prepare("SELECT 1"));
  const listening = (["all", "get", "run"] as const).map((method) => {
    const asked = statements[method];
    return vi.spyOn(statements, method).mockImplementation(function (this: Statement, ...values) {
      queries.add(this.source);
      return asked.apply(this, values);
    });
  });
  try {
    run();
  } finally {
    for (const spy of listening) spy.mockRestore();
  }
  return [...queries].flatMap((source) => {
    const values = Array.from(source.matchAll(/\?/g), () => null);
    const lines = connection.prepare(`EXPLAIN QUERY PLAN ${source}`).all(...values) as { detail: string }[];
    return lines.map(({ detail }) => detail);
  });
}

/**
 * The statements that SQLite compiles again at every run, because their plan could depend on a value that is bound. An
 * explained statement shows the version of the schema it was compiled for, and does not look at the schema when it runs.
 */
export function findCompiledAgain(texts: Iterable<string>): string[] {
  const connection = rawConnection();
  // Otherwise the version cannot be set.
  connection.unsafeMode(true);
  try {
    return [...texts].filter((text) => {
      const explained = connection.prepare<unknown[], { opcode: string; p3: number }>(`EXPLAIN ${text}`);
      const values = Array.from(text.matchAll(/\?/g), () => "a value");
      const version = () => explained.all(...values).find(({ opcode }) => opcode === "Transaction")?.p3;
      const before = version();
      connection.pragma(`schema_version = ${Number(connection.pragma("schema_version", { simple: true })) + 10}`);
      return version() !== before;
    });
  } finally {
    connection.unsafeMode(false);
  }
}
