import { SealBroken, seal, unseal } from "#db/sealing.server";
import { escapeHtml } from "./email-layout";

/**
 * Words that an email carries and its row must not: a voucher's code is worth a loop to whoever reads it, and what
 * somebody wrote in their year is theirs, also in a copy of the database. They stand in the row sealed, between marks,
 * and are opened as the email is posted.
 */

interface Kind {
  /** What it is sealed for; one kind never opens as another. */
  purpose: string;
  /** What staff read in its place. */
  mask: string;
}

const KINDS = {
  /** A voucher's code. */
  sealed: { purpose: "email-words", mask: "····-····-····" },
  /** Words of an entry, or about one; the mark names the entry. */
  entry: { purpose: "email-entry-words", mask: "[hidden: private words]" },
  /** A question that its owner wrote. */
  question: { purpose: "email-question", mask: "[hidden: a question of their own]" },
  /** An address that knows whose it is. */
  link: { purpose: "email-link", mask: "[hidden: private link]" },
} as const satisfies Record<string, Kind>;

export type SealedKind = keyof typeof KINDS;

const MARK = /\u27e6(sealed|entry|question|link):([\w.-]+)(?::([\w-]+))?\u27e7/g;

/** A voucher's code as it may stand in an email that waits. */
export function sealText(words: string): string {
  return sealAs("sealed", words);
}

/** Words of an entry, or about it. Staff read them only for a reason that its owner can read. */
export function sealEntryWords(entryId: string, words: string): string {
  return `\u27e6entry:${seal(KINDS.entry.purpose, words)}:${entryId}\u27e7`;
}

/** What only the reader of the email ever sees. */
export function sealForReader(kind: "question" | "link", words: string): string {
  return sealAs(kind, words);
}

function sealAs(kind: Exclude<SealedKind, "entry">, words: string): string {
  return `\u27e6${kind}:${seal(KINDS[kind].purpose, words)}\u27e7`;
}

/** An email's text with all its sealed words opened. What only looks like them, typed by somebody, stays as it is. */
export function openSealedText(text: string): string {
  return replaceMarks(text, (kind, sealed) => tryOpen(kind, sealed));
}

/** The same of its HTML: what comes out of a seal is text, and escaped as such. */
export function openSealedHtml(html: string): string {
  return replaceMarks(html, (kind, sealed) => {
    const words = tryOpen(kind, sealed);
    return words === null ? null : escapeHtml(words);
  });
}

/** An email's text for eyes its sealed words are not meant for, but for those of the kinds that are opened. */
export function maskSealedText(text: string, opened: readonly SealedKind[] = []): string {
  return replaceMarks(text, (kind, sealed) =>
    opened.includes(kind) ? tryOpen(kind, sealed) : KINDS[kind].mask,
  );
}

/** The entries whose words are sealed in this text, each once. */
export function entriesQuotedIn(text: string): string[] {
  return [...new Set([...text.matchAll(MARK)].flatMap(([, , , entryId]) => entryId ?? []))];
}

/** @param words gives what stands in place of a mark; null leaves the mark as it is. */
function replaceMarks(text: string, words: (kind: SealedKind, sealed: string) => string | null): string {
  return text.replace(MARK, (whole, kind: SealedKind, sealed: string) => words(kind, sealed) ?? whole);
}

function tryOpen(kind: SealedKind, sealed: string): string | null {
  try {
    return unseal(KINDS[kind].purpose, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
