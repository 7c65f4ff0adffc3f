export interface Flash {
  tone: "ok" | "warn" | "bad" | "info";
  message: string;
  /** A second, reassuring sentence. */
  more?: string;
  /** Where to read on, an address of our own. */
  link?: { words: string; href: string };
  /** A button of the week's form, which saves what is typed: its label and the intent that it sends. */
  button?: { words: string; intent: string };
  /** Where the page shows it; by default first in main. */
  at?: "week" | "contact";
  /** The last week of a year was saved just now: its page draws the ring closing. */
  sewn?: true;
  /** A week was saved just now: its page shows the picture that grew by it first. */
  stitched?: true;
  /** Seconds after which a script removes it; without scripts it remains. */
  passesAfter?: number;
}
