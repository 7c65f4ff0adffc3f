import { readFileSync } from "node:fs";
import type SqliteFile from "better-sqlite3";

/** The invariants in invariants.sql and their check against a database. */

export interface BrokenInvariant {
  /** Such as "M2a". */
  invariant: string;
  /** A description of the invariant. */
  says: string;
  rows: { kind: string; id: string }[];
}

const INVARIANT = /^-- (M\d+[a-z]?): (.+)$/gm;

/** The invariants from invariants.sql, each with its query. */
export function readInvariants(): { invariant: string; says: string; query: string }[] {
  const text = readFileSync("db/invariants.sql", "utf8");
  const heads = [...text.matchAll(INVARIANT)];
  return heads.map((head, index) => ({
    invariant: head[1] ?? "",
    says: head[2] ?? "",
    query: text.slice(head.index + head[0].length, heads[index + 1]?.index),
  }));
}

/** Runs every invariant's query and returns the violated ones, with the rows that violate them. */
export function findBrokenInvariants(connection: SqliteFile.Database, now: Date): BrokenInvariant[] {
  return readInvariants().flatMap(({ invariant, says, query }) => {
    const statement = connection.prepare<unknown[], { kind: string; id: string }>(query);
    const rows = query.includes(":now") ? statement.all({ now: now.getTime() }) : statement.all();
    return rows.length === 0 ? [] : [{ invariant, says, rows }];
  });
}
