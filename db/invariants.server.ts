import { readFileSync } from "node:fs";
import type SqliteFile from "better-sqlite3";

/** The laws of money in invariants.sql, asked of a database. */

export interface BrokenLaw {
  /** Such as "M2a". */
  law: string;
  /** What the law says, in words. */
  says: string;
  rows: { kind: string; id: string }[];
}

const LAW = /^-- (M\d+[a-z]?): (.+)$/gm;

/** The laws as they are written down, each with its question. */
export function readLaws(): { law: string; says: string; question: string }[] {
  const text = readFileSync("db/invariants.sql", "utf8");
  const heads = [...text.matchAll(LAW)];
  return heads.map((head, index) => ({
    law: head[1] ?? "",
    says: head[2] ?? "",
    question: text.slice(head.index + head[0].length, heads[index + 1]?.index),
  }));
}

/** Asks every law of the database and gives those that are broken, with the rows that break them. */
export function findBrokenLaws(connection: SqliteFile.Database, now: Date): BrokenLaw[] {
  return readLaws().flatMap(({ law, says, question }) => {
    const statement = connection.prepare<unknown[], { kind: string; id: string }>(question);
    const rows = question.includes(":now") ? statement.all({ now: now.getTime() }) : statement.all();
    return rows.length === 0 ? [] : [{ law, says, rows }];
  });
}
