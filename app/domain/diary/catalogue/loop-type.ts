import type { JourneyType, ThemeId } from "~/content/content";

export type { JourneyType, ThemeId } from "~/content/content";

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
  readonly journeys: { readonly [journey in JourneyType]: boolean };
  /** An example of a title for the finished book. */
  readonly titleExample: string;
}

export interface Theme {
  readonly id: ThemeId;
  readonly name: string;
  /** The name on a book’s cover and above a list: "Pets" for the theme Pet. */
  readonly plural: string;
  /** The line under the book on the home page. */
  readonly description: string;
  /** The sentence that introduces the list of types, for each kind of reader. */
  readonly lead: { readonly purchase: string; readonly gift: string };
  /** Headline in two halves, the second in italics, and the text below; the home page may have other words for that. */
  readonly hero: { readonly line: string; readonly turn: string; readonly text: string; readonly slide?: string };
  readonly image: string;
  readonly hidden: boolean;
}
