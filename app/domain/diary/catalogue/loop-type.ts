export type ThemeId = "celebration" | "family" | "education" | "pet" | "classic";

export type JourneyType = "purchase" | "gift" | "redeem";

/** The text about a loop on its card: one or two sentences, then three or four short bullets. */
export interface LoopTypeDescription {
  readonly description: string;
  readonly bullets: readonly string[];
}

/** A fictional week 1, shown before purchase. Its prompt is exactly that type's own prompt for week 1. */
export interface LoopTypeExample {
  readonly highlight: string;
  readonly gratitude: string;
  readonly prompt: string;
  readonly reflection: string;
  readonly photo: { readonly file: string; readonly alt: string } | null;
}

export interface LoopType {
  /** Never changes: orders, vouchers and loops store it. */
  readonly productId: string;
  readonly key: string;
  readonly displayName: string;
  readonly themeId: ThemeId;
  /** Inactive types can no longer be chosen; loops already begun keep their name and prompts. */
  readonly active: boolean;
  /** Hidden types are sold on a page of their own and are in no list. */
  readonly hidden: boolean;
  /** URL path of the motif. */
  readonly image: string;
  readonly sortOrder: number;
  readonly hasExample: boolean;
  readonly journeys: { readonly [journey in JourneyType]: boolean };
  /** Addressed to the person who will write the loop. */
  readonly purchase: LoopTypeDescription;
  /** Addressed to the giver. */
  readonly gift: LoopTypeDescription;
  readonly example: LoopTypeExample | null;
  /** An example of a title for the finished book. */
  readonly titleExample: string;
}

/** An entry as written in the catalogue files; the rest is derived from the theme and the key. */
export type LoopTypeEntry = Omit<LoopType, "productId" | "themeId" | "hidden" | "hasExample">;

export interface Theme {
  readonly id: ThemeId;
  readonly name: string;
  /** The name on a book’s cover and above a list: "Pets" for the theme Pet. */
  readonly plural: string;
  /** The line under the book on the home page. */
  readonly description: string;
  /** The sentence that introduces the list of types, for each kind of reader. */
  readonly lead: { readonly purchase: string; readonly gift: string };
  /** Headline in two halves, the second in italics, and the sentence below. */
  readonly hero: { readonly line: string; readonly turn: string; readonly text: string };
  readonly image: string;
  readonly sortOrder: number;
  readonly hidden: boolean;
}

export const everyJourney = { purchase: true, gift: true, redeem: true } as const;
