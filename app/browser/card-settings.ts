/** What the page tells the script of its card element, as JSON. */
export interface CardSettings {
  /** The provider's own script. */
  readonly scriptUrl: string;
  readonly publishableKey: string;
  /** The sum shown on the page. */
  readonly totalPence: number;
  readonly words: CardWords;
}

/** What is said while and after somebody pays. */
export interface CardWords {
  readonly busy: string;
  readonly notReady: string;
  readonly notValid: string;
  readonly failed: string;
  readonly failure: string;
  /** At a wallet: before what has to come first. */
  readonly first: string;
  /** At a wallet that would no longer open. */
  readonly again: string;
  /** In a wallet: what the delivery costs. */
  readonly delivery: string;
}
