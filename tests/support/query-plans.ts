import type { Statement } from "better-sqlite3";
import { vi } from "vitest";
import { rawConnection } from "#db/client.server";

/** SQLite's query plan for each query that `run` makes, one line per table or index, with the few statistics that migrations set. */
export function plansOf(run: () => unknown): string[] {
  const { queries, end } = listen();
  try {
    run();
  } finally {
    end();
  }
  return [...queries.keys()].flatMap((source) =>
    explain(
      source,
      Array.from(source.matchAll(/\?/g), () => null),
    ),
  );
}

/** The same of a task that takes its time, by query, as SQLite plans it for the values that it had first. */
export async function plansOfTask(run: () => unknown): Promise<Map<string, string[]>> {
  const { queries, end } = listen();
  try {
    await run();
  } finally {
    end();
  }
  return new Map([...queries].map(([source, values]) => [source, explain(source, values)]));
}

/** Queries and compiled statements are cached, so only their runs are seen each time. */
function listen() {
  const queries = new Map<string, unknown[]>();
  const statements: Statement = Object.getPrototypeOf(rawConnection().prepare("SELECT 1"));
  const listening = (["all", "get", "run"] as const).map((method) => {
    const asked = statements[method];
    return vi.spyOn(statements, method).mockImplementation(function (this: Statement, ...values) {
      const isOurs = this.database === rawConnection();
      if (isOurs && !queries.has(this.source)) queries.set(this.source, values);
      return asked.apply(this, values);
    });
  });
  return {
    queries,
    end: () => {
      for (const spy of listening) spy.mockRestore();
    },
  };
}

function explain(source: string, values: readonly unknown[]): string[] {
  const lines = rawConnection()
    .prepare(`EXPLAIN QUERY PLAN ${source}`)
    .all(...values) as { detail: string }[];
  return lines.map(({ detail }) => detail);
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
