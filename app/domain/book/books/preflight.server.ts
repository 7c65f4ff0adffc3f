import { createHash } from "node:crypto";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { LONGEST_DRAFT, LONGEST_QUESTION } from "~/domain/diary/rules/entry-limits";
import { typeSizes } from "../layout/book-theme";
import type { BookWarning } from "../layout/pages";
import { warnOfSmallPhotos } from "../layout/photo-warnings";
import { prepareLine } from "../layout/prepared-text";
import { asFormWeek, runsOver } from "../layout/spread-forms";
import { typeTable } from "../layout/type-steps";
import { asBookEntry, type StoredPhoto, type WrittenWeek, wordsOf } from "../layout/weeks";
import { BOOK_COVERAGE } from "../typesetting/character-maps.server";
import { nameLostOfWeek } from "../typesetting/glyph-coverage";
import { fieldOf } from "./unprintable.server";

/** A week is opened more often than it changes, so the warnings of the last weeks are cached by what was checked. */
const MOST_CACHED = 500;
const cached = new Map<string, BookWarning[]>();

/**
 * The print warnings of one week, returned right after saving. Characters are checked as in a proof. Which form the week
 * takes depends on the rest of the year, so of photos only what is true in every form is said, and how far words run
 * over is estimated. A warning never blocks saving.
 */
export function checkWeek(
  { startDay, pauses, largePrint }: CheckedYear,
  { week, title, highlight, gratitude, prompt, content, learned }: WrittenWeek,
  photos: readonly StoredPhoto[],
): BookWarning[] {
  const year = { startDay, pauses, largePrint };
  const written = shorten({ week, title, highlight, gratitude, prompt, content, learned });
  const shown = photos.map(({ id, printWidth, printHeight, caption }) => ({
    id,
    printWidth,
    printHeight,
    caption,
  }));
  const key = createHash("sha256")
    .update(JSON.stringify([year, written, shown]))
    .digest("base64");
  const known = cached.get(key);
  if (known) return known;
  const found = findWarnings(year, written, shown);
  if (cached.size >= MOST_CACHED) cached.clear();
  cached.set(key, found);
  return found;
}

type CheckedYear = Pick<Loop, "startDay" | "pauses" | "largePrint">;

function findWarnings(year: CheckedYear, written: WrittenWeek, photos: readonly StoredPhoto[]): BookWarning[] {
  const entry = asBookEntry(year, written, photos);
  const words = wordsOf(entry, "");
  const type = typeTable(year.largePrint);
  const week = asFormWeek(entry.week, entry.photos, words);
  const pages = runsOver(week, typeSizes(year.largePrint, type), type);
  const captions = entry.photos.map(({ caption }) => prepareLine(caption));
  const { title, highlight, gratitude, content, learned } = written;
  const fields = [title, highlight, gratitude, content, learned, ...photos.map(({ caption }) => caption)];
  const [unprintable] = fields.flatMap((text) => fieldOf(written.week, text));
  return [
    ...warnOfSmallPhotos(entry.week, entry.photos),
    ...(pages === null ? [] : [{ kind: "runs_over", week: written.week, pages } as const]),
    ...nameLostOfWeek(entry.week, [words, captions], BOOK_COVERAGE).map((lost) =>
      unprintable && lost.kind === "lost_characters" ? { ...lost, script: unprintable.script } : lost,
    ),
  ];
}

/** A person waits, so a week from before there was a limit is checked up to as much as a week can have today. */
function shorten({ week, title, highlight, gratitude, prompt, content, learned }: WrittenWeek): WrittenWeek {
  let room = LONGEST_DRAFT;
  const short = (text: string) => {
    const checked = text.slice(0, room);
    room -= checked.length;
    return checked;
  };
  return {
    week,
    prompt: prompt.slice(0, LONGEST_QUESTION),
    title: short(title),
    highlight: short(highlight),
    gratitude: short(gratitude),
    learned: short(learned),
    content: short(content),
  };
}
