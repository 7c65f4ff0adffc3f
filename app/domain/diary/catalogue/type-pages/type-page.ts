/** What one type's page says and shows, as written in the files beside this one. */
export interface TypePage {
  /** Below the name: a sentence in two halves, the second in italics. */
  readonly promise: { readonly line: string; readonly turn: string };
  readonly lead: string;
  /** Whose year the sample weeks are from: "Nell’s year". */
  readonly whose: string;
  /** The title of the sample year's book. */
  readonly book: { readonly title: string; readonly subtitle?: string };
  /** The first day of the sample year. */
  readonly startDay: string;
  /** A full page, a shorter one, and one photo with two lines. */
  readonly weeks: readonly SampleWeek[];
  /** The question that people ask about this type. */
  readonly asked: { readonly question: string; readonly answer: string };
}

export interface SampleWeek {
  readonly week: number;
  /** How it came to be written. */
  readonly made: string;
  readonly photos: readonly SamplePhoto[];
  readonly caption?: string;
  /** "example" for the week that the catalogue shows before a purchase. */
  readonly words: "example" | SampleWords;
}

export interface SampleWords {
  readonly highlight: string;
  readonly gratitude: string;
  /** The answer to that week's question; blank lines separate its paragraphs. */
  readonly answer: string | null;
}

export interface SamplePhoto {
  /** A painting, its seed and its shape: "autumn-1-page"; or one of the sample viewer's, "week-1". */
  readonly picture: string;
  readonly alt: string;
}

export const TWO_LINES = "One photo and two lines. That counts as a week.";
