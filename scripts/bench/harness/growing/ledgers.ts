import { randomInt } from "node:crypto";
import type SqliteFile from "better-sqlite3";

/**
 * Three tables that agree after every transaction and at no moment within one: what one account of the first gains, the same
 * account of the second loses; both carry the number of the transaction; the third has always the same number of lines.
 */

export const ACCOUNTS = 400;
export const LINES = 300;
/** Spread over many pages. */
const PADDING_BYTES = 900;
const CHANGED_AT_ONCE = 20;

/** Makes the tables and gives what writes one more transaction. */
export function beginLedgers(connection: SqliteFile.Database): () => void {
  connection.pragma("busy_timeout = 5000");
  connection
    .transaction(() => {
      for (const table of ["trial_ones", "trial_twos"]) {
        connection.exec(
          `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, state INTEGER NOT NULL, balance INTEGER NOT NULL, padding BLOB)`,
        );
        const insert = connection.prepare(`INSERT INTO ${table} VALUES (?, 0, 0, randomblob(${PADDING_BYTES}))`);
        for (let id = 0; id < ACCOUNTS; id += 1) insert.run(id);
      }
      connection.exec("CREATE TABLE trial_lines (id INTEGER PRIMARY KEY, padding BLOB)");
      for (let id = 1 - LINES; id <= 0; id += 1) addLine(id);
    })
    .immediate();

  function addLine(id: number): void {
    connection.prepare(`INSERT INTO trial_lines VALUES (?, randomblob(${randomInt(2_000)}))`).run(id);
  }
  const [one, two] = ["trial_ones", "trial_twos"].map((table) =>
    connection.prepare(`UPDATE ${table} SET state = ?, balance = balance + ? WHERE id = ?`),
  );
  const end = connection.prepare("DELETE FROM trial_lines WHERE id <= ?");
  let state = 0;
  return connection.transaction(() => {
    state += 1;
    for (const id of [0, ...Array.from({ length: CHANGED_AT_ONCE }, () => randomInt(1, ACCOUNTS))]) {
      const gain = randomInt(1_000);
      one?.run(state, gain, id);
      two?.run(state, -gain, id);
    }
    addLine(state);
    end.run(state - LINES);
  }).immediate;
}
