import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import type { Hidden, Kind, Kinds, PageRequest, StoredObject } from "./kinds";

/**
 * The sandbox's data, in its own SQLite file. Every object of the provider is one row with its JSON; further
 * columns hold hidden data, its parent, and when something is due for it. Card numbers are never stored.
 */

const TABLES = `
  CREATE TABLE IF NOT EXISTS objects (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    parent TEXT,
    created INTEGER NOT NULL,
    due INTEGER,
    body TEXT NOT NULL,
    hidden TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS objects_kind ON objects (kind, sequence);
  CREATE INDEX IF NOT EXISTS objects_parent ON objects (parent, kind);
  CREATE INDEX IF NOT EXISTS objects_due ON objects (due) WHERE due IS NOT NULL;
  CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    request_id TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    created INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS deliveries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    event_id TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    created_ms INTEGER NOT NULL,
    next_ms INTEGER,
    response_status INTEGER,
    failure TEXT
  );
  CREATE INDEX IF NOT EXISTS deliveries_next ON deliveries (next_ms) WHERE next_ms IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_event ON deliveries (event_id);
`;

export type Store = ReturnType<typeof openStore>;

interface Row {
  sequence: number;
  id: string;
  kind: string;
  due: number | null;
  body: string;
  hidden: string;
}

/** Opens the file, creating it and its folder if necessary. */
export function openStore(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const connection = new Database(file);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = NORMAL");
  connection.pragma("busy_timeout = 5000");
  connection.exec(TABLES);

  const insertRow = connection.prepare(
    "INSERT INTO objects (id, kind, parent, created, due, body, hidden) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const findRow = connection.prepare<[string, string], Row>("SELECT * FROM objects WHERE id = ? AND kind = ?");
  const childRows = connection.prepare<[string, string], Row>(
    "SELECT * FROM objects WHERE parent = ? AND kind = ? ORDER BY sequence",
  );
  const dueRows = connection.prepare<[number], Row>("SELECT * FROM objects WHERE due <= ? ORDER BY due");
  const updateRow = connection.prepare("UPDATE objects SET body = ?, hidden = ?, due = ? WHERE id = ?");

  function read<K extends Kind>(row: Row): StoredObject<K> {
    return { body: JSON.parse(row.body) as Kinds[K], hidden: JSON.parse(row.hidden) as Hidden[K] };
  }

  return {
    connection,

    transaction<T>(write: () => T): T {
      return connection.transaction(write).immediate();
    },

    insert<K extends Kind>(
      kind: K,
      body: Kinds[K],
      beside: { hidden: Hidden[K]; parent?: string | null; created: number; due?: number | null },
    ): Kinds[K] {
      const { parent = null, created, due = null, hidden } = beside;
      insertRow.run(body.id, kind, parent, created, due, JSON.stringify(body), JSON.stringify(hidden));
      return body;
    },

    find<K extends Kind>(kind: K, id: string): StoredObject<K> | undefined {
      const row = findRow.get(id, kind);
      return row && read<K>(row);
    },

    /** The objects of a kind that belong to a parent, oldest first. */
    children<K extends Kind>(kind: K, parent: string): Kinds[K][] {
      return childRows.all(parent, kind).map((row) => read<K>(row).body);
    },

    /** Changes fields of an existing object, and returns it. */
    change<K extends Kind>(
      kind: K,
      id: string,
      fields: Partial<Kinds[K]>,
      beside: { hidden?: Partial<Hidden[K]>; due?: number | null } = {},
    ): Kinds[K] {
      const row = findRow.get(id, kind);
      if (!row) throw new Error(`There is no ${kind} ${id} to change.`);
      const stored = read<K>(row);
      const body = { ...stored.body, ...fields };
      const hidden = stored.hidden && { ...stored.hidden, ...beside.hidden };
      const due = beside.due === undefined ? row.due : beside.due;
      updateRow.run(JSON.stringify(body), JSON.stringify(hidden), due, id);
      return body;
    },

    /** The payment that waits for the answer to a challenge. */
    intentOfChallenge(challengeId: string): StoredObject<"payment_intent"> | undefined {
      const row = connection
        .prepare<[string], Row>(
          "SELECT * FROM objects WHERE kind = 'payment_intent' AND json_extract(hidden, '$.challenge.id') = ?",
        )
        .get(challengeId);
      return row && read<"payment_intent">(row);
    },

    /** What is due at or before this second, soonest first. */
    due(second: number): { kind: string; id: string; due: number }[] {
      return dueRows.all(second).map(({ kind, id, due }) => ({ kind, id, due: due ?? second }));
    },

    /** The movements that are still on the balance, oldest first. */
    unpaid(): string[] {
      const sql = "SELECT id FROM objects WHERE kind = 'balance_transaction' AND due IS NOT NULL ORDER BY sequence";
      return connection.prepare<[], string>(sql).pluck().all();
    },

    /** The next second at which something is due. */
    nextDue(): number | null {
      return connection.prepare<[], number | null>("SELECT min(due) FROM objects").pluck().get() ?? null;
    },

    /** One page of a kind, newest first; `undefined` when the cursor does not exist. */
    page<K extends Kind>(kind: K, request: PageRequest): { data: Kinds[K][]; hasMore: boolean } | undefined {
      const cursor = request.startingAfter;
      const at = cursor === undefined ? undefined : findRow.get(cursor, kind)?.sequence;
      if (cursor !== undefined && at === undefined) return undefined;
      const conditions = ["kind = ?"];
      const values: (string | number)[] = [kind];
      if (at !== undefined) {
        conditions.push("sequence < ?");
        values.push(at);
      }
      for (const [field, wanted] of Object.entries(request.where)) {
        if (wanted === undefined) continue;
        conditions.push("json_extract(body, ?) = ?");
        values.push(`$.${field}`, wanted);
      }
      for (const [field, wanted] of Object.entries(request.hidden ?? {})) {
        if (wanted === undefined) continue;
        conditions.push("json_extract(hidden, ?) = ?");
        values.push(`$.${field}`, wanted);
      }
      for (const [word, sign] of COMPARISONS) {
        const bound = request.created?.[word];
        if (bound === undefined) continue;
        conditions.push(`created ${sign} ?`);
        values.push(bound);
      }
      const sql = `SELECT * FROM objects WHERE ${conditions.join(" AND ")} ORDER BY sequence DESC LIMIT ?`;
      const rows = connection.prepare<(string | number)[], Row>(sql).all(...values, request.limit + 1);
      const data = rows.slice(0, request.limit).map((row) => read<K>(row).body);
      return { data, hasMore: rows.length > request.limit };
    },

    close(): void {
      connection.close();
    },
  };
}

const COMPARISONS = [
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
] as const;
