import { openSealed, SealBroken, type SealPurpose, seal, unseal } from "#db/sealing.server";
import { escapeHtml } from "../text/html";

/**
 * Encrypts text that an email needs and its row must not reveal: a voucher's code is worth a loop to any reader, and
 * private entries must stay private even in a copy of the database. The row stores them encrypted, between marker
 * characters; they are decrypted when the email is sent.
 */

interface Kind {
  /** The purpose of the key; text of one kind cannot be decrypted as another. */
  purpose: SealPurpose;
  /** What staff see instead. */
  mask: string;
}

const KINDS = {
  /** A voucher's code. */
  sealed: { purpose: "email-words", mask: "····-····-····" },
  /** Text of an entry, or about one; the marker names the entry. */
  entry: { purpose: "email-entry-words", mask: "[hidden: private words]" },
  /** A question that the owner wrote. */
  question: { purpose: "email-question", mask: "[hidden: a question of their own]" },
  /** What a giver wrote; staff read it on the voucher's page, by a press that is recorded. */
  message: { purpose: "email-gift-message", mask: "[hidden: what the giver wrote]" },
  /** A link that identifies its recipient. */
  link: { purpose: "email-link", mask: "[hidden: private link]" },
} as const satisfies Record<string, Kind>;

export type SealedKind = keyof typeof KINDS;

const MARK = /\u27e6(sealed|entry|question|message|link):([\w.-]+)(?::([\w-]+))?\u27e7/g;

/** Encrypts a voucher's code for an email in the outbox. */
export function sealText(words: string): string {
  return sealAs("sealed", words);
}

/** Encrypts text of an entry, or about one. Staff can read it only with a reason that the owner can see. */
export function sealEntryText(entryId: string, words: string): string {
  return `\u27e6entry:${seal(KINDS.entry.purpose, words)}:${entryId}\u27e7`;
}

/** Encrypts text that only the email's recipient ever sees. */
export function sealForReader(kind: "question" | "message" | "link", words: string): string {
  return sealAs(kind, words);
}

function sealAs(kind: Exclude<SealedKind, "entry">, words: string): string {
  return `\u27e6${kind}:${seal(KINDS[kind].purpose, words)}\u27e7`;
}

/** Decrypts all marked text in an email's text. Typed text that only resembles a marker stays as it is. */
export function openSealedText(text: string): string {
  return replaceMarks(text, (kind, sealed) => tryOpen(kind, sealed));
}

/** Decrypts all marked text in an email's HTML, escaping the result as text. */
export function openSealedHtml(html: string): string {
  return replaceMarks(html, (kind, sealed) => {
    const words = tryOpen(kind, sealed);
    return words === null ? null : escapeHtml(words);
  });
}

/** An email's text for readers without access: marked text is masked, except for the kinds in `opened`. */
export function maskSealedText(text: string, opened: readonly SealedKind[] = []): string {
  return replaceMarks(text, (kind, sealed) => (opened.includes(kind) ? tryOpen(kind, sealed) : KINDS[kind].mask));
}

/** The ids of the entries whose text is encrypted in this email, each once. */
export function entriesQuotedIn(text: string): string[] {
  return [...new Set([...text.matchAll(MARK)].flatMap(([, , , entryId]) => entryId ?? []))];
}

/**
 * The text with its marked parts encrypted by the newest secret, and the positions of the secrets that had encrypted
 * them. What no secret decrypts stays as it is: it may be typed text that only resembles a marker.
 */
export function resealText(text: string): { text: string; secrets: number[] } {
  const secrets: number[] = [];
  const renewed = text.replace(MARK, (whole, kind: SealedKind, sealed: string) => {
    if (tryOpen(kind, sealed) === null) return whole;
    const { purpose } = KINDS[kind];
    const opened = openSealed(purpose, sealed);
    secrets.push(opened.secret);
    return opened.secret === 0 ? whole : whole.replace(sealed, seal(purpose, opened.text));
  });
  return { text: renewed, secrets };
}

/** @param words returns the replacement for a marker; null leaves the marker. */
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
