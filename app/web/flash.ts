export interface Flash {
  tone: "ok" | "warn" | "bad" | "info";
  message: string;
  /** A second sentence that may comfort. */
  more?: string;
  /** Where to read on, an address of our own. */
  link?: { words: string; href: string };
  /** Where on the page it is said; without it first in main. */
  at?: "week";
  /** Seconds after which a script takes it away; without scripts it stays. */
  passesAfter?: number;
}
