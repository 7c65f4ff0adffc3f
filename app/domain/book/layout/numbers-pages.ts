import { yearInNumbers } from "~/domain/diary/loops/year-in-numbers";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { formatMonth } from "~/domain/kernel/time/format-days";
import type { CountedLine, Page } from "./pages";
import { prepareLine } from "./prepared-text";
import type { BookEntry } from "./weeks";

/** The year in numbers, as a spread at the end of the book: counted only from the weeks that print. */

// A longer string is unlikely to be a name or a word, and would break the columns.
const LONGEST_NAME = 34;
const LONGEST_WORD = 22;

export interface NumbersSpread {
  readonly numbers: Omit<Extract<Page, { kind: "numbers" }>, "side">;
  readonly lists: Omit<Extract<Page, { kind: "numbers-lists" }>, "side">;
}

/** The two pages; null when nothing was written. */
export function layNumbers(entries: readonly BookEntry[]): NumbersSpread | null {
  if (entries.length === 0) return null;
  const year = yearInNumbers(
    entries.map((entry) => ({
      ...entry,
      content: entry.answer,
      photoCount: entry.photos.length,
      day: entry.from,
    })),
  );
  const { weeksWritten, words, photos, longestWeek } = year;
  const mostWords = Math.max(1, ...year.months.map((month) => month.words));
  const months = year.months.map(({ month, weeks, words: written }) => ({
    month: formatMonth(month),
    counted: `${countOf(weeks, "week")}, ${countOf(written, "word")}`,
    share: Math.round((written / mostWords) * 1000) / 1000,
  }));
  const namesOf = (list: typeof year.people) =>
    list.filter(({ name }) => name.length <= LONGEST_NAME).map(({ name, count }) => lineOf(name, count));
  const used = year.mostUsedWords
    .filter(({ word }) => word.length <= LONGEST_WORD)
    .map(({ word, count }) => lineOf(word, count));
  const lists = [
    { title: "People", lines: namesOf(year.people) },
    { title: "Places", lines: namesOf(year.places) },
    { title: "Words of this year", lines: used },
  ].filter(({ lines }) => lines.length > 0);
  const most = longestWeek && `Longest week: week ${longestWeek.week}, ${countOf(longestWeek.words, "word")}.`;
  // A year too short for favourite words moves its months to the right page, so that it is not empty.
  const isShort = lists.length === 0;
  return {
    numbers: {
      kind: "numbers",
      figures: [
        { count: figures(weeksWritten), label: weeksWritten === 1 ? "week" : "weeks" },
        { count: figures(words), label: words === 1 ? "word" : "words" },
        { count: figures(photos), label: photos === 1 ? "photo" : "photos" },
      ],
      most: words === 0 ? null : most,
      months: isShort ? [] : months,
    },
    lists: { kind: "numbers-lists", lists, months: isShort ? months : [] },
  };
}

function lineOf(words: string, count: number): CountedLine {
  return { words: prepareLine(words), count: figures(count) };
}

function countOf(count: number, one: string): string {
  return `${figures(count)} ${count === 1 ? one : `${one}s`}`;
}

function figures(count: number): string {
  return formatNumber(count);
}
