import { SealBroken, seal, unseal } from "#db/sealing.server";

/** Words that a form carries and nobody may read on its page, such as the key of a basket. */

export function sealFormWords(words: string): string {
  return seal("form-words", words);
}

/** The words; null for anything that we did not seal. */
export function openFormWords(sealed: string): string | null {
  try {
    return unseal("form-words", sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
