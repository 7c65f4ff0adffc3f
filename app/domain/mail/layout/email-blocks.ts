import { formatPence } from "~/domain/kernel/money/pounds";
import { greet } from "./email-words";

/**
 * What an email says, block by block, as plain text; none takes HTML. `email-html` and `email-text` write both parts of
 * an email from the same blocks.
 */

type Theme = string | null;
type Rows = readonly string[];
type Pairs = readonly (readonly [label: string, value: string])[];

type Wording = "greeting" | "headline" | "heading" | "smallHeading" | "paragraph" | "note";
const write = (wording: Wording, words: string) => ({ block: "words", wording, words }) as const;

export const headline = (words: string) => write("headline", words);
export const heading = (words: string) => write("heading", words);
export const smallHeading = (words: string) => write("smallHeading", words);
export const paragraph = (words: string) => write("paragraph", words);
export const note = (words: string) => write("note", words);
export const greeting = (firstName: string) => opening(greet(firstName));
/** A first line that is not the usual greeting. */
export const opening = (words: string) => write("greeting", words);

/** A headline in two halves, the second in italics. */
export const title = (line: string, turn: string) => ({ block: "title", line, turn }) as const;

export const list = (items: Rows) => ({ block: "list", wording: "paragraph", items }) as const;
export const smallList = (items: Rows) => ({ block: "list", wording: "note", items }) as const;

/** Several lines, one below the other, as on an envelope. */
export const lines = (rows: Rows) => ({ block: "lines", rows, isFramed: false }) as const;
/** A form to copy or fill in, or what somebody typed into one. */
export const slip = (rows: Rows) => ({ block: "lines", rows, isFramed: true }) as const;

/** Six digits to type in. */
export const digits = (code: string) => ({ block: "code", code, isLong: false }) as const;
/** A voucher's code, which is twice as long and must fit on one line on a phone too. */
export const voucherCode = (code: string) => ({ block: "code", code, isLong: true }) as const;

/** The one button of an email. */
export const button = (label: string, url: string, theme: Theme = null) =>
  ({ block: "button", label, url, theme }) as const;
/** A link on a separate line. */
export const link = (label: string, url: string) => ({ block: "link", label, url }) as const;
export const addressLink = (address: string) => link(address, `mailto:${address}`);

/** A sentence with a row of links, how many more it leaves out, and a sentence of comfort or "". */
export const links = (lead: string, row: readonly { words: string; url: string }[], more = 0, comfort = "") =>
  ({ block: "links", lead, row, more, comfort }) as const;

/** The question of week 1, for somebody whose year has one. */
export const firstQuestion = (question: string | null) =>
  question === null ? [] : [note("Your first question"), headline(question)];

/** Words from elsewhere, and where they are from. */
export const quotation = (from: string, words: string) => ({ block: "quotation", from, words }) as const;

/** Label and value in two columns. */
export const facts = (rows: Pairs) => ({ block: "facts", rows }) as const;
/** What happens when: a time and a sentence in each row. */
export const steps = (rows: Pairs) => ({ block: "steps", rows }) as const;

export interface Sum {
  label: string;
  note?: string;
  pence: number;
  /** Shows "Free" instead of £0.00. */
  free?: boolean;
}

export const sumInWords = (sum: Sum) => (sum.free ? "Free" : formatPence(sum.pence));
/** Sums in two columns, with the total last. */
export const sums = (rows: readonly Sum[], total: Sum) => ({ block: "sums", rows, total }) as const;

/** Blocks with the email's margins. */
export type InnerBlock = ReturnType<
  | typeof write
  | typeof title
  | typeof list
  | typeof smallList
  | typeof lines
  | typeof slip
  | typeof digits
  | typeof voucherCode
  | typeof button
  | typeof link
  | typeof links
  | typeof quotation
  | typeof facts
  | typeof steps
  | typeof sums
>;

/** Blocks apart from those before and after them. */
export const stretch = (...blocks: InnerBlock[]) => ({ section: "stretch", isTinted: false, blocks }) as const;
/** The same on a tint. */
export const panel = (...blocks: InnerBlock[]) => ({ section: "stretch", isTinted: true, blocks }) as const;

/** A headline in the theme's colour. */
export const band = (words: string, theme: Theme) => ({ section: "band", words, theme }) as const;

/** The picture so far on its theme's colour, with a line below it. */
export const week = (picture: { url: string; alt: string }, large: string, small: string, theme: Theme) =>
  ({ section: "week", picture, large, small, theme }) as const;

/** The theme's pattern in red thread on paper, the first of its stitches made. */
export const pattern = (theme: Theme, stitches: number) => ({ section: "pattern", theme, stitches }) as const;

/** A headline beside the theme's finished picture. */
export const titleWithPicture = (line: string, turn: string, theme: Theme) =>
  ({ section: "title", line, turn, theme }) as const;

/** The finished picture of so many stitches, with the book's title as on its cover. */
export const cover = (bookTitle: string, theme: Theme, stitches: number) =>
  ({ section: "cover", bookTitle, theme, stitches }) as const;

/** A giver's words and name. An empty row parts two paragraphs. */
export const message = (rows: Rows, from: string, theme: Theme) => ({ section: "message", rows, from, theme }) as const;

/** Sections from edge to edge. */
export type SectionBlock = ReturnType<
  | typeof stretch
  | typeof panel
  | typeof band
  | typeof week
  | typeof pattern
  | typeof titleWithPicture
  | typeof cover
  | typeof message
>;

export type Block = InnerBlock | SectionBlock;
