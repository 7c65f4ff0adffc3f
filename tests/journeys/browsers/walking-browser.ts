/**
 * What a journey asks of a browser, by the text of the page: fields by their label, buttons and links by their name.
 * Each step waits for its part of the page, since the one before may still be loading.
 */
export interface WalkingBrowser {
  /** Without them the card is paid for on the provider's own page. */
  readonly hasScripts: boolean;
  /** Whether it reloads a page where a response asks for that. */
  readonly refreshes: boolean;
  open(path: string): Promise<void>;
  /** Waits until the page, or its title, says all of this. Upper and lower case are the same. */
  see(...words: string[]): Promise<void>;
  /** Whether it says so now. */
  says(words: string): Promise<boolean>;
  /** Replaces what a field holds. `frame` is the title of the frame that the field is in. */
  fill(label: string, value: string, frame?: string): Promise<void>;
  tick(label: string): Promise<void>;
  attach(label: string, path: string): Promise<void>;
  /** A button of this name, or else a link. */
  press(name: string): Promise<void>;
  address(): Promise<string>;
  /** What should not happen on a page: exceptions in scripts, and pages wider than the window. */
  problems(): readonly string[];
  close(): Promise<void>;
}

/** How long a part of a page may take, on a machine with much else to do. */
export const MOST_MS = 40_000;

/** Tries until there is a result. @throws Error with the last reason when time runs out. */
export async function untilThere<Found>(
  what: string,
  look: () => Promise<Found | null | undefined | false>,
): Promise<Found> {
  const end = Date.now() + MOST_MS;
  let reason = "";
  while (Date.now() < end) {
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      // A page that is being replaced has no element of the one before.
      reason = error instanceof Error ? `: ${error.message}` : "";
    }
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  throw new Error(`There is no ${what}${reason}`);
}
