import { and, count, eq, isNull, sum } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { drafts, entries } from "#db/schema";
import { countAllWords } from "./word-counts";

/** How many words the finished weeks of a loop have, all boxes together; null until each of them is counted. */
export function wordsOfYear(loopId: string): number | null {
  const { words, counted, weeks } = sumWords(loopId) ?? { words: 0, counted: 0, weeks: 0 };
  return counted === weeks ? (words ?? 0) : null;
}

const sumWords = prepareGet((loopId: string) =>
  db
    .select({
      words: sum(entries.allWords).mapWith(Number),
      counted: count(entries.allWords),
      weeks: count(),
    })
    .from(entries)
    .where(eq(entries.loopId, loopId)),
);

/** Few enough that nothing else waits long for the worker. */
const ROWS_AT_ONCE = 20;

/** Counts the words of some rows from before words were counted at saving. Returns how many rows it counted. */
export function countSavedWords(): number {
  return [entries, drafts].reduce((counted, table) => {
    const rows = db.select().from(table).where(isNull(table.allWords)).limit(ROWS_AT_ONCE).all();
    const counts = rows.map((row) => ({ id: row.id, ...countAllWords(row) }));
    write((tx) => {
      for (const { id, answerWords, allWords } of counts) {
        tx.update(table)
          .set({ answerWords, allWords })
          .where(and(eq(table.id, id), isNull(table.allWords)))
          .run();
      }
    });
    return counted + rows.length;
  }, 0);
}
