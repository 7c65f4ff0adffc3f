/** The shapes of the catalogue: what is known about a theme and about one type of loop. */

export type ThemeId = "celebration" | "family" | "education" | "pet" | "classic";

export type JourneyType = "purchase" | "gift" | "redeem";

/** What is said about a loop on its card: one or two sentences, then three or four short points. */
export interface LoopTypeDescription {
  readonly description: string;
  readonly bullets: readonly string[];
}

/** A made-up week 1, shown before anyone pays. Its prompt is that type's own prompt for week 1, word for word. */
export interface LoopTypeExample {
  readonly highlight: string;
  readonly gratitude: string;
  readonly prompt: string;
  readonly reflection: string;
  readonly photo: { readonly file: string; readonly alt: string } | null;
}

export interface LoopType {
  /** Stable for ever: orders, vouchers and loops keep it. */
  readonly productId: string;
  readonly key: string;
  readonly displayName: string;
  readonly themeId: ThemeId;
  /** Inactive types can no longer be chosen; loops already begun keep their name and prompts. */
  readonly active: boolean;
  /** Hidden types are sold by a page of their own and stand in no list. */
  readonly hidden: boolean;
  /** Path of the motif, as the browser asks for it. */
  readonly image: string;
  readonly sortOrder: number;
  readonly hasExample: boolean;
  readonly journeys: { readonly [journey in JourneyType]: boolean };
  /** Addressed to the person who will fill the loop in. */
  readonly purchase: LoopTypeDescription;
  /** Addressed to the giver. */
  readonly gift: LoopTypeDescription;
  readonly example: LoopTypeExample | null;
  /** A title somebody might give the finished book. */
  readonly titleExample: string;
}

/** An entry as it is written down; the catalogue works out the rest from the theme and the key. */
export type LoopTypeEntry = Omit<LoopType, "productId" | "themeId" | "hidden" | "hasExample">;

export interface Theme {
  readonly id: ThemeId;
  readonly name: string;
  /** The name as it stands on a book’s cover and over a shelf: "Pets" for the theme Pet. */
  readonly plural: string;
  /** The line under the book on the home page. */
  readonly description: string;
  /** The sentence that opens the list of types, by who is reading it. */
  readonly lead: { readonly purchase: string; readonly gift: string };
  /** Headline in two halves, the second set in italic, and the sentence below. */
  readonly hero: { readonly line: string; readonly turn: string; readonly text: string };
  readonly image: string;
  readonly sortOrder: number;
  readonly hidden: boolean;
}

export const everyJourney = { purchase: true, gift: true, redeem: true } as const;
