import { eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { beginsWith } from "#db/queries.server";
import { accounts } from "#db/schema";
import { isDay } from "~/domain/kernel/time/days";
import { listStaff } from "./staff-list.server";

/** What the lists of the staff can be filtered by and searched for. */

/** What a filter's condition is made for. */
export interface Question {
  readonly now: Date;
  /**
   * A filter's column. Where the index of the order is walked through, and where few rows are left, it keeps SQLite from
   * reading the filter's own index instead.
   */
  readonly column: (column: SQLWrapper) => SQL;
}

/** A filter of a list, by its name in the address. */
export interface Filter<Word extends string = string> {
  /** What a text names; its usual value where it names nothing. */
  read(typed: string): Word;
  where(word: Word, question: Question): SQL | undefined;
  /** Leaves so few rows that they are sorted, and counted each time. */
  readonly isFew?: boolean;
  /** Has more values than are worth a prepared query each. */
  readonly isOpen?: boolean;
}

/** One of a few words, the usual one first; "all" or no word asks for nothing. */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
  where: (word: Exclude<Words[number], "all" | "">, question: Question) => SQL | undefined,
  isFew = false,
): Filter<Words[number]> {
  type Word = Words[number];
  const isAsked = (word: Word): word is Exclude<Word, "all" | ""> => word !== "all" && word !== "";
  return {
    read: (typed) => words.find((word) => word === typed) ?? words[0],
    where: (word, question) => (isAsked(word) ? where(word, question) : undefined),
    isFew,
  };
}

/** One of the values of a column, or all. */
export const oneOf = <const Words extends readonly string[]>(column: SQLWrapper, words: Words) =>
  choice(["all", ...words], (word, question) => eq(question.column(column), word));

/** What begins with the words in one of these columns, whatever its capitals. */
export const beginning =
  (...columns: SQLWrapper[]) =>
  (words: string): SQL | undefined =>
    or(...columns.map((column) => beginsWith(sql`lower(${column})`, words.toLowerCase())));

/** The ids of accounts whose email begins with this. */
export const accountsBeginning = (email: string) =>
  db.select({ id: accounts.id }).from(accounts).where(beginning(accounts.email)(email));

/** A day of London. */
export function day(where: (day: string) => SQL | undefined): Filter {
  return {
    read: (typed) => (isDay(typed.trim()) ? typed.trim() : ""),
    where: (word) => (word ? where(word) : undefined),
    isOpen: true,
  };
}

/** No id: who is unknown has done nothing, and what was typed is kept nowhere. */
const NOBODY = "nobody";

/** A present or former colleague. */
export function colleague(column: SQLiteColumn): Filter {
  return {
    read: (typed) => (typed === "" ? "" : (listStaff().find(({ id }) => id === typed)?.id ?? NOBODY)),
    where: (word) => (word ? eq(column, word) : undefined),
    isOpen: true,
  };
}

/** An id that is no part of the list's address. */
export function within(column: SQLiteColumn): Filter {
  return { read: () => "", where: (word) => (word ? eq(column, word) : undefined), isFew: true };
}

export type Filters = Readonly<Record<string, Filter>>;
