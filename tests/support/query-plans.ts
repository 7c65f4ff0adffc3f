import { vi } from "vitest";
import { db, rawConnection } from "#db/client.server";

/** SQLite's query plan for each query that `run` makes, one line per table or index, without statistics. */
export function plansOf(run: () => unknown): string[] {
  const connection = rawConnection();
  const prepare = connection.prepare.bind(connection);
  const queries = new Set<string>();
  // Compiled statements are kept above the connection, which sees a query only once.
  const listening = [db.$client, connection].map((client) => {
    const asked = client.prepare.bind(client);
    return vi.spyOn(client, "prepare").mockImplementation((source: string) => {
      queries.add(source);
      return asked(source);
    });
  });
  try {
    run();
  } finally {
    for (const spy of listening) spy.mockRestore();
  }
  return [...queries].flatMap((source) => {
    const values = Array.from(source.matchAll(/\?/g), () => null);
    const lines = prepare(`EXPLAIN QUERY PLAN ${source}`).all(...values) as { detail: string }[];
    return lines.map(({ detail }) => detail);
  });
}
