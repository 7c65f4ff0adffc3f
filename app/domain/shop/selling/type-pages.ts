import { findLoopType, listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";
import type { LoopType, ThemeId } from "~/domain/diary/catalogue/loop-type";
import { promptForWeek } from "~/domain/diary/catalogue/prompts";
import { weekDays } from "~/domain/diary/rules/calendar";
import { formatDayRange } from "~/domain/kernel/time/format-days";
import type { Kind, TypePage } from "../../../content/content";
import { exampleOf, kindOf } from "./cards";

/**
 * What the public page of each type says: its promise, three sample weeks of a fictional year, six of its questions.
 * A page's address is the type's key alone, which is unique among the types that are listed.
 */

export type { TypePage } from "../../../content/content";

/** The name of a photograph, which ends in its shape: "autumn-1-page"; or one of the sample viewer's, "week-1". */
export type SamplePhoto = TypePage["weeks"][number]["photos"][number];

type SampleWords = Exclude<TypePage["weeks"][number]["words"], string>;

/** The types that have a page, in the order of the shop. */
export function typesWithPages(): readonly LoopType[] {
  return listThemes()
    .flatMap(({ id }) => listLoopTypes({ themeId: id, journey: "purchase" }))
    .filter(({ themeId, key }) => kindOf(themeId, key).page);
}

export function typePagePath(key: string): string {
  return `/years/${key}`;
}

/** The type at this address and its page; undefined for one that is hidden, retired or not there. */
export function findTypePage(key: string): { type: LoopType; page: TypePage } | undefined {
  const type = typesWithPages().find((one) => one.key === key);
  const page = type && kindOf(type.themeId, type.key).page;
  return type && page ? { type, page } : undefined;
}

/** The two pages of a sample week, or of the front of its book, drawn by the program that makes books. */
export interface DrawnSpread {
  readonly left: string;
  readonly right: string;
}

/** A sample week: its pages, and what they say. */
export interface SampleSpread {
  readonly pages: DrawnSpread;
  readonly week: number;
  readonly dates: string;
  readonly made: string;
  readonly photos: readonly { readonly src: string; readonly alt: string }[];
  readonly caption: string | null;
  readonly highlight: string;
  readonly gratitude: string;
  /** Null for a week without an answer. */
  readonly question: string | null;
  readonly answer: string | null;
}

/** The sample weeks of a type; week 1 is the catalogue's own example where there is one. */
export function sampleSpreads(themeId: ThemeId, key: string): readonly SampleSpread[] {
  if (!findLoopType(themeId, key)) return [];
  const kind = kindOf(themeId, key);
  const { page } = kind;
  if (!page) return [];
  return page.weeks.map(({ photos, words, ...sample }) => {
    const { from, to } = weekDays({ startDay: page.startDay, pauses: [] }, sample.week);
    const { highlight, gratitude, answer } = writtenWords(kind, words, sample.week);
    return {
      ...sample,
      pages: drawnSpread(key, `week-${sample.week}`),
      dates: formatDayRange(from, to),
      photos: photos.map(({ picture, alt }) => ({ src: samplePhotoPath(picture), alt })),
      caption: sample.caption ?? null,
      highlight,
      gratitude,
      question: answer === null ? null : promptForWeek(themeId, key, sample.week),
      answer,
    };
  });
}

/** The text of a sample week, which may be written elsewhere in its file. */
function writtenWords(kind: Kind, words: TypePage["weeks"][number]["words"], week: number): SampleWords {
  if (typeof words === "object") return words;
  const entry =
    words === "diary"
      ? kind.diary?.find((one) => one.week === week)
      : exampleOf({ themeId: kind.theme, key: kind.key });
  if (!entry) throw new RangeError(`Week ${week} of ${kind.key} refers to words that are not in its file.`);
  return { ...entry, answer: entry.reflection };
}

/** Drawn by `scripts/samples/draw.ts`, of a type's sample year. */
export function drawnSpread(key: string, name: string): DrawnSpread {
  const pageOf = (side: string) => `/artwork/samples/${key}-${name}-${side}.svg`;
  return { left: pageOf("left"), right: pageOf("right") };
}

export function samplePhotoPath(picture: SamplePhoto["picture"]): string {
  return `/artwork/sample-${picture}.webp`;
}

/** The weeks of the six questions that a page shows: the first, the last, and four on the way. */
export const QUESTION_WEEKS = [1, 6, 10, 22, 35, 52] as const;
