import { promptForWeek } from "~/domain/diary/catalogue/prompts";
import { kindOf } from "./cards";

/** Four weeks from a fictional year, for visitors to read. */
export interface SampleEntry {
  readonly week: number;
  readonly days: string;
  readonly photo: { readonly src: string; readonly alt: string };
  readonly prompt: string;
  readonly highlight: string;
  readonly gratitude: string;
  readonly content: string;
}

/** Whose diary visitors read. */
export const SAMPLE_TYPE = { theme: "family", type: "babys-first-year" } as const;

const { page, diary } = kindOf(SAMPLE_TYPE.theme, SAMPLE_TYPE.type);

export const SAMPLE_TITLE = page?.book.title ?? "";

export const SAMPLE_ENTRIES: readonly SampleEntry[] = (diary ?? []).map(
  ({ week, days, photo, highlight, gratitude, reflection }) => ({
    week,
    days,
    photo: { src: `/artwork/sample-week-${week}.webp`, alt: photo },
    prompt: promptForWeek(SAMPLE_TYPE.theme, SAMPLE_TYPE.type, week),
    highlight,
    gratitude,
    content: reflection,
  }),
);

/** @throws RangeError for a week that is not among them. */
export function sampleEntry(week: number): SampleEntry {
  const entry = SAMPLE_ENTRIES.find((one) => one.week === week);
  if (!entry) throw new RangeError(`There is no sample of week ${week}.`);
  return entry;
}
