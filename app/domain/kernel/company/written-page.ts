/** The shape of a text page: a title, a sentence or two, and passages of plain text. */

export interface Passage {
  /** The target of links to this passage, such as /terms#cancel. */
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
  /** The day the text last changed, "YYYY-MM-DD"; null when the page does not show it. */
  readonly changedOn: string | null;
  readonly passages: readonly Passage[];
}
