import { createHash } from "node:crypto";
import { typeSizes } from "../layout/book-theme";
import type { BookWarning, Page } from "../layout/pages";
import { warnOfPhotos } from "../layout/photo-warnings";
import { measureWeek } from "../layout/text-measurement";
import { asBookEntry, type KeptPhoto, layWeek, type WrittenWeek } from "../layout/weeks";
import type { Pause } from "../loops/calendar";
import { BOOK_COVERAGE } from "../typesetting/character-maps.server";
import { nameLostCharacters } from "../typesetting/glyph-coverage";

// Longer texts are checked up to this length, because a person waits: ten thousand emoji, three times a long week.
const CHECKED_PHOTOS = 20_000;

/** A week is opened more often than it changes, so the warnings of the last weeks are kept by what was checked. */
const MOST_KEPT = 500;
const kept = new Map<string, BookWarning[]>();

/**
 * The print warnings of one week, returned right after saving. Photos and characters are checked as in a proof; only
 * the run-over is estimated, because no book is typeset for it. A warning never blocks saving.
 */
export function checkWeek(
  { startDay, pauses, largePrint }: CheckedYear,
  { week, title, highlight, gratitude, prompt, content, learned }: WrittenWeek,
  photos: readonly KeptPhoto[],
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
  const known = kept.get(key);
  if (known) return known;
  const found = findWarnings(year, written, shown);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, found);
  return found;
}

interface CheckedYear {
  startDay: string;
  pauses: readonly Pause[];
  largePrint: boolean;
}

function findWarnings(year: CheckedYear, written: WrittenWeek, photos: readonly KeptPhoto[]): BookWarning[] {
  const sizes = typeSizes(year.largePrint);
  const [photoPage, wordPage] = layWeek(asBookEntry(year, written, photos), sizes);
  const pages: Page[] = [
    { ...photoPage, side: "verso" },
    { ...wordPage, side: "recto" },
  ];
  const { setAs, runsOver } = measureWeek(photoPage, wordPage.words, sizes);
  return [
    ...warnOfPhotos(pages, new Map([[written.week, setAs]])),
    ...(runsOver === null ? [] : [{ kind: "runs_over", week: written.week, pages: runsOver } as const]),
    ...nameLostCharacters(pages, BOOK_COVERAGE),
  ];
}

function shorten({ week, ...words }: WrittenWeek): WrittenWeek {
  const { title, highlight, gratitude, prompt, content, learned } = words;
  const short = (text: string) => text.slice(0, CHECKED_PHOTOS);
  return {
    week,
    title: short(title),
    highlight: short(highlight),
    gratitude: short(gratitude),
    prompt: short(prompt),
    content: short(content),
    learned: short(learned),
  };
}
