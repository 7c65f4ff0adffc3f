/** The shape of a page that is only read: a title, a sentence or two, and passages of plain words. */

export interface Passage {
  /** For a link straight to this passage, such as /terms#cancel. */
  readonly id?: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** After the paragraphs. */
  readonly list?: readonly string[];
}

export interface WrittenPage {
  readonly title: string;
  /** One or two sentences under the title. */
  readonly lead: string;
  /** The day these words last changed, "YYYY-MM-DD"; null where nobody needs to know. */
  readonly changedOn: string | null;
  readonly passages: readonly Passage[];
}
