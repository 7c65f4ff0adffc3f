import type { TypeTable } from "./type-steps";

/**
 * The book's colours and type sizes. Photo paper is white, so the warm white of the pages is printed; the thread has
 * one colour in every book, the cloth depends on the theme.
 */

/** Colours as "#rrggbb". */
export interface BookColours {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly thread: string;
  readonly hole: string;
  readonly rule: string;
  /** Under a picture smaller than its column. */
  readonly mount: string;
  /** Background of the finished picture, the ring around it, and words on it. */
  readonly cloth: string;
  readonly clothRing: string;
  readonly onCloth: string;
}

const PAGE = {
  paper: "#fdfaf3",
  ink: "#231f1a",
  soft: "#6a6053",
  thread: "#a81f35",
  hole: "#cbb9a0",
  rule: "#d9cfbc",
  mount: "#eae2d1",
} as const;

// The yellow cloth is too light for gold, so its ring and its words have the ink of the pages, which prints in black alone.
type Cloth = Pick<BookColours, "cloth" | "clothRing" | "onCloth">;
const CLOTHS: Readonly<Record<string, Cloth>> = {
  celebration: { cloth: "#7c2035", clothRing: "#d9b45f", onCloth: "#fbf7ee" },
  family: { cloth: "#1f473b", clothRing: "#d9b45f", onCloth: "#fbf7ee" },
  education: { cloth: "#1b3954", clothRing: "#d9b45f", onCloth: "#fbf7ee" },
  pet: { cloth: "#d8a441", clothRing: PAGE.ink, onCloth: PAGE.ink },
};
const INK_CLOTH: Cloth = { cloth: "#1b2530", clothRing: "#d9b45f", onCloth: "#fbf7ee" };

export function coloursOf(theme: string): BookColours {
  const cloth = Object.hasOwn(CLOTHS, theme) ? CLOTHS[theme] : undefined;
  return { ...PAGE, ...(cloth ?? INK_CLOTH) };
}

/** Sizes of type in points; leading is from baseline to baseline. */
export interface TypeSizes {
  readonly body: number;
  readonly leading: number;
  /** Used before an answer is given a second page; never below 10 pt, where reading becomes tiring. */
  readonly compactBody: number;
  readonly compactLeading: number;
  readonly highlight: number;
  readonly entryTitle: number;
  readonly label: number;
  readonly caption: number;
  readonly foot: number;
  readonly folio: number;
}

const NORMAL = { highlight: 24, entryTitle: 14, label: 10, caption: 9.75, foot: 9.75, folio: 14 };
// Nothing in large print is smaller than 14.
const LARGE = { highlight: 28, entryTitle: 18, label: 14, caption: 14, foot: 14, folio: 15 };

/** The sizes around the words of a book whose words have this type. */
export function typeSizes(largePrint: boolean, { steps: [main, small] }: TypeTable): TypeSizes {
  return {
    body: main.body,
    leading: main.leading,
    compactBody: small.body,
    compactLeading: small.leading,
    ...(largePrint ? LARGE : NORMAL),
  };
}
