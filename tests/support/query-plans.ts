import { vi } from "vitest";
import { rawConnection } from "#db/client.server";

/** SQLite's query plan for each query that `run` makes, one line per table or index, without statistics. */
export function plansOf(run: () => unknown): string[] {
  const connection = rawConnection();
  const prepare = connection.prepare.bind(connection);
  const input: string[] = [];
  const listening = vi.spyOn(connection, "prepare").mockImplementation((source: string) => {
    input.push(source);
    return prepare(source);
  });
  try {
    run();
  } finally {
    listening.mockRestore();
  }
  return input.flatMap((source) => {
    const values = Array.from(source.matchAll(/\?/g), () => null);
    const lines = prepare(`EXPLAIN QUERY PLAN ${source}`).all(...values) as { detail: string }[];
    return lines.map(({ detail }) => detail);
  });
}
