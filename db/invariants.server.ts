import { readFileSync } from "node:fs";
import type SqliteFile from "better-sqlite3";

/** The laws of money in invariants.sql, asked of a database. */

export interface BrokenInvariant {
  /** Such as "M2a". */
  invariant: string;
  /** What the law says, in words. */
  says: string;
  rows: { kind: string; id: string }[];
}

const INVARIANT = /^-- (M\d+[a-z]?): (.+)$/gm;

/** The laws as they are written down, each with its question. */
export function readInvariants(): { invariant: string; says: string; question: string }[] {
  const text = readFileSync("db/invariants.sql", "utf8");
  const heads = [...text.matchAll(INVARIANT)];
  return heads.map((head, index) => ({
    invariant: head[1] ?? "",
    says: head[2] ?? "",
    question: text.slice(head.index + head[0].length, heads[index + 1]?.index),
  }));
}

/** Asks every law of the database and gives those that are broken, with the rows that break them. */
export function findBrokenInvariants(connection: SqliteFile.Database, now: Date): BrokenInvariant[] {
  return readInvariants().flatMap(({ invariant, says, question }) => {
    const statement = connection.prepare<unknown[], { kind: string; id: string }>(question);
    const rows = question.includes(":now") ? statement.all({ now: now.getTime() }) : statement.all();
    return rows.length === 0 ? [] : [{ invariant, says, rows }];
  });
}
