import type { BookFormat } from "~/domain/kernel/book-format/format";
import type { BookColours, TypeSizes } from "./book-theme";
import type { Paragraph } from "./prepared-text";
import type { TypeTable } from "./type-steps";

/**
 * A book laid out: its pages in order, as plain data. Lengths are millimetres from the top left corner of the trimmed
 * page; a frame that bleeds starts before 0 or ends beyond the trim. The print file, the preview and the proof are all
 * made from this data, so they cannot differ.
 */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A photo in its frame. The picture is at least as big as the frame, which clips it. */
export interface Frame extends Box {
  readonly photoId: string;
  /** The position and size of the whole picture, measured from the frame's own corner. */
  readonly picture: Box;
  /** The alternative text, for screen readers. */
  readonly alternative: string;
  readonly pixelsPerInch: number;
}

export interface Caption extends Omit<Box, "height"> {
  readonly text: Paragraph;
  readonly align: "left" | "right";
}

export interface PhotoArrangement {
  readonly frames: readonly Frame[];
  readonly captions: readonly Caption[];
  /** Tints that a picture smaller than its column is mounted on. */
  readonly mounts?: readonly Box[];
}

/** The words of a week. Only the typesetter breaks them into lines and knows whether they fit. */
export interface WeekWords {
  readonly week: number;
  /** "Winter", at the foot of a verso. */
  readonly season: string;
  /** Whether most of its letters are written from right to left; its page is then mirrored. */
  readonly isRightToLeft: boolean;
  readonly days: string;
  /** For the outline of the document: "Week 19: The heron’s return". */
  readonly outline: string;
  readonly title: Paragraph | null;
  readonly highlight: Paragraph | null;
  readonly gratitude: readonly Paragraph[];
  readonly prompt: Paragraph | null;
  readonly answer: readonly Paragraph[];
  readonly learned: readonly Paragraph[];
}

/** The forms of a week's spread; `spread-forms.ts` says what each is for. */
export type SpreadForm =
  | "full-left"
  | "full-right"
  | "foot-left"
  | "foot-right"
  | "plate-left"
  | "plate-right"
  | "double-label"
  | "double-words"
  | "band"
  | "quiet"
  | "row"
  | "block-left"
  | "block-right"
  | "long-left"
  | "long-right"
  | "words-opposite"
  | "words-ring"
  | "flowing";

/** The spread of a week as its form lays it out, and what to do with it where its words do not fit. */
export interface WeekSpread {
  readonly form: SpreadForm;
  readonly words: WeekWords;
  /** The photos of its left and its right page; a plate moves down to the line that the words hang from. */
  readonly left: PhotoArrangement;
  readonly right: PhotoArrangement;
  /** The corner of a photo over two pages with least to see in it, for the label. */
  readonly corner: Corner;
  /** Whether the highlight of a long week is above its photos, so that the answer has a page to itself. */
  readonly isLineOverPhotos: boolean;
  /** The usual photo page, which a week takes whose words flow over more pages. */
  readonly photos: PhotoArrangement;
  readonly long: LongWeek;
}

export type Corner = "top-left" | "top-right" | "bottom-left" | "bottom-right";

/** How a week is set when its words do not fit on the page facing its photos. */
export interface LongWeek {
  /**
   * The photos with date, highlight and gratitude under them from `wordsFrom` down, so that the answer has the facing
   * page to itself. A single photo is set this way whenever the answer then fits; several only when the run-over would
   * be no more than a few lines. Null when there is no photo.
   */
  readonly besideAnswer: { readonly photos: PhotoArrangement; readonly wordsFrom: number } | null;
  /** Otherwise the week takes two more pages: `first` comes first, the answer runs on, and `after` faces its end. */
  readonly first: PhotoArrangement;
  readonly after: PhotoArrangement | null;
}

/** The photo that opens a season: the whole page, off the head of its page, or a plate on cloth. */
export interface SeasonPhoto {
  readonly place: "page" | "head" | "plate";
  readonly frame: Frame;
}

/** A week in the list of its season; the typesetter finds its page. */
export interface ListedWeek {
  readonly week: number;
  readonly kind: "title" | "highlight" | "days";
  readonly name: Paragraph;
}

interface Season {
  readonly name: string;
  /** "Weeks one to thirteen". */
  readonly span: string;
  readonly firstWeek: number;
  readonly lastWeek: number;
}

export interface CountedLine {
  readonly words: Paragraph;
  readonly count: string;
}

export interface CountedMonth {
  readonly month: string;
  /** "4 weeks, 812 words". */
  readonly counted: string;
  /** Its words as a share of those of the month with most, for its row of stitches. */
  readonly share: number;
}

/** A page without words or photos of the year. */
export interface BlankPage {
  readonly kind: "blank" | "notes";
}

/** A photo of a week shown a second time, alone on its page, in a book that needs more pages to be bound. */
export interface PhotographAgain {
  readonly kind: "photograph-again";
  readonly photos: PhotoArrangement;
}

export type Page = { readonly side: "recto" | "verso" } & (
  | BlankPage
  | { readonly kind: "half-title" }
  | { readonly kind: "pattern" }
  | { readonly kind: "title" }
  | { readonly kind: "dedication"; readonly text: readonly Paragraph[] }
  /** The chapters of a long book; the typesetter finds their pages by their names. */
  | {
      readonly kind: "contents";
      readonly lines: readonly { readonly name: string; readonly months: string | null }[];
    }
  | (Season & { readonly kind: "season"; readonly photo: SeasonPhoto | null })
  | (Season & {
      readonly kind: "season-weeks";
      readonly months: string;
      /** Whether the ring of the season is on this page, because the photo takes its place on the facing one. */
      readonly hasRing: boolean;
      /** Whether most of the weeks' names are written from right to left; the page is then mirrored. */
      readonly isRightToLeft: boolean;
      readonly weeks: readonly ListedWeek[];
    })
  /** The first page of a week, which draws all of its pages. */
  | { readonly kind: "week"; readonly week: number; readonly spread: WeekSpread }
  /** The pages after it: one, or three where the photo has a spread before that of the words. */
  | { readonly kind: "week-continued"; readonly week: number }
  | { readonly kind: "ruled-photo"; readonly week: number; readonly frame: Box }
  | { readonly kind: "ruled-words"; readonly week: number; readonly days: string }
  | PhotographAgain
  | {
      readonly kind: "numbers";
      readonly figures: readonly { readonly count: string; readonly label: string }[];
      /** A sentence about the week with the most words. */
      readonly most: string | null;
      readonly months: readonly CountedMonth[];
    }
  | {
      readonly kind: "numbers-lists";
      readonly lists: readonly { readonly title: string; readonly lines: readonly CountedLine[] }[];
      readonly months: readonly CountedMonth[];
    }
  /** The picture in a ring with a stitch for each of these weeks. */
  | { readonly kind: "finished-picture"; readonly weeks: readonly number[] }
  /** The last words, where the thread ends in a knot. */
  | { readonly kind: "closing"; readonly text: string }
  | { readonly kind: "colophon"; readonly lines: readonly string[] }
);

/** What the trim and the frame cut off a photo at one edge, in print. */
export interface Cut {
  readonly edge: "top" | "right" | "bottom" | "left";
  readonly millimetres: number;
}

/** The foot of a photo on its page, in millimetres of the trimmed page. */
export interface PhotoFoot {
  /** Missing in a proof of an earlier year, where photos were always on the left. */
  readonly side?: "verso" | "recto";
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** `at` only where the photo is on the photo page of its week. */
export type PhotoWarning = { readonly week: number; readonly photoId: string; readonly at?: PhotoFoot } & (
  | { readonly kind: "soft_photo"; readonly pixelsPerInch: number }
  /** So much is cut away at these edges that a face there would be damaged. */
  | { readonly kind: "cut_photo"; readonly cuts: readonly Cut[] }
  /** The words of its week lie on it, on a label in this corner. */
  | { readonly kind: "covered_photo"; readonly corner: Corner }
);

/**
 * A photo over two pages, or one that is only offered because it would lose too much at an edge, what must be seen of it
 * would lie on the fold, or its owner declined it.
 */
export interface DoublePage {
  readonly kind: "double_page";
  readonly week: number;
  readonly photoId: string;
  readonly isPlaced: boolean;
  /** What it loses over two pages; missing in a proof of an earlier year. */
  readonly cuts?: readonly Cut[];
  readonly isOnFold?: boolean;
}

/** The book has this many pages more than its weeks need, because fewer cannot be bound. */
export interface FilledPages {
  readonly kind: "filled";
  readonly week: null;
  readonly pages: number;
}

/** What a person should know of a book before it is printed; some of it is known only after typesetting. */
export type BookWarning =
  | PhotoWarning
  /** The words do not fit on one page and take this many. */
  | { readonly kind: "runs_over"; readonly week: number; readonly pages: number }
  /** Characters that no typeface draws; the week is null for the title and the dedication. */
  | {
      readonly kind: "lost_characters";
      readonly week: number | null;
      readonly characters: readonly string[];
      /** The script of a whole field that would be empty in the book; null where it has no common name. */
      readonly script?: string | null;
    }
  /** Characters that no typeface draws, and the plain ones that print; the week as above. */
  | {
      readonly kind: "plain_characters";
      readonly week: number | null;
      readonly words: readonly { readonly typed: string; readonly printed: string }[];
    };

export interface BookLayout {
  readonly format: BookFormat;
  readonly colours: BookColours;
  readonly sizes: TypeSizes;
  readonly type: TypeTable;
  readonly language: "en-GB";
  /** As plain text, for the document's title. */
  readonly documentTitle: string;
  /**
   * The date in the PDF's metadata, "YYYY-MM-DD"; taken from the content, so that the same content gives the same
   * bytes.
   */
  readonly documentDay: string;
  readonly title: Paragraph;
  /** In points, for the title page. */
  readonly titleSize: number;
  readonly subtitle: Paragraph | null;
  readonly years: string;
  /** The column of words on a recto; a verso mirrors it. */
  readonly column: Box;
  readonly pages: readonly Page[];
  /** How many of them are there only because fewer cannot be bound. */
  readonly filled: number;
  /** The photos over two pages, and those that could be. */
  readonly doublePagePhotos: readonly DoublePage[];
}
