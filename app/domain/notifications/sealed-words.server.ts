import { seal, unseal } from "#db/sealing.server";

/**
 * Words that a letter carries and its row must not: a voucher's code is worth a loop to whoever reads it, also in
 * a copy of the database. They stand in the row sealed, between marks, and are opened as the letter is posted.
 */

const PURPOSE = "letter-words";
const SEALED = /\u27e6sealed:([\w.-]+)\u27e7/g;

/** The words as they may stand in a letter that waits. */
export function sealWords(words: string): string {
  return `\u27e6sealed:${seal(PURPOSE, words)}\u27e7`;
}

/** A letter's text with all its sealed words opened. What only looks like them, typed by somebody, stays as it is. */
export function openSealedWords(text: string): string {
  return text.replace(SEALED, (whole, sealed: string) => tryOpen(sealed) ?? whole);
}

/** A letter's text with its sealed words hidden, for eyes they are not meant for. */
export function maskSealedWords(text: string): string {
  return text.replace(SEALED, "····-····-····");
}

function tryOpen(sealed: string): string | null {
  try {
    return unseal(PURPOSE, sealed);
  } catch {
    return null;
  }
}
