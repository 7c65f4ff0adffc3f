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
