import type { findInPage, readPage } from "./in-page";
import { untilThere, type WalkingBrowser } from "./walking-browser";

type Kind = Parameters<typeof findInPage>[0];

/** What a protocol brings for browsers that run scripts; elements are its own. */
export interface Protocol<Found> {
  goTo(url: string): Promise<void>;
  /** Within the frame of this title, or in the page. */
  find(kind: Kind, words: string, frame?: string): Promise<Found | null>;
  read(): Promise<ReturnType<typeof readPage>>;
  url(): Promise<string>;
  /** A real click, in the middle of the element. */
  click(element: Found): Promise<void>;
  /** Real keys, replacing what the field holds. */
  type(element: Found, text: string): Promise<void>;
  isSelected(element: Found): Promise<boolean>;
  attach(element: Found, path: string): Promise<void>;
  close(): Promise<void>;
}

const squeeze = (words: string) => words.replace(/\s+/g, " ");

/** A walking browser over a protocol. `problems` is added to here and by the protocol. */
export function walkOver<Found>(protocol: Protocol<Found>, origin: string, problems: string[]): WalkingBrowser {
  /** An error that says what the page says. */
  const explain = async (error: Error): Promise<never> => {
    const { words } = await protocol.read();
    throw new Error(`${error.message}; ${await protocol.url()} says: ${squeeze(words).slice(0, 1500)}`);
  };
  /** Finds and uses an element; one that goes while it is being used is looked for again. */
  const using = async (kind: Kind, words: string, use: (element: Found) => Promise<unknown>, frame?: string) => {
    await untilThere(`${kind} “${words}”`, async () => {
      const element = await protocol.find(kind, words, frame);
      if (element) await use(element);
      return element !== null;
    }).catch(explain);
  };
  return {
    hasScripts: true,
    refreshes: true,
    open: (path) => protocol.goTo(new URL(path, origin).href),
    async see(...words) {
      const { excess } = await untilThere(`page that says ${words.join(", ")}`, async () => {
        const page = await protocol.read();
        const said = squeeze(page.words).toLowerCase();
        return words.every((each) => said.includes(each.toLowerCase())) && page;
      }).catch(explain);
      if (excess > 0) problems.push(`${await protocol.url()} is ${excess} pixels wider than the window`);
    },
    async says(words) {
      const page = await protocol.read();
      return squeeze(page.words).toLowerCase().includes(words.toLowerCase());
    },
    fill: (label, value, frame) => using("field", label, (field) => protocol.type(field, value), frame),
    tick: (label) =>
      using("field", label, async (field) => {
        if (await protocol.isSelected(field)) return;
        await protocol.click(field);
        // Where the page moved under the pointer the click went elsewhere, and is made again.
        if (!(await protocol.isSelected(field))) throw new Error(`“${label}” is not ticked`);
      }),
    attach: (label, path) => using("file", label, (field) => protocol.attach(field, path)),
    press: (name) => using("control", name, (control) => protocol.click(control)),
    address: () => protocol.url(),
    problems: () => problems,
    close: () => protocol.close(),
  };
}
