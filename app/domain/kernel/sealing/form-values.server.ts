import { SealBroken, seal, unseal } from "#db/sealing.server";

/** Values that a form carries and nobody may read on its page, such as the key of a basket. */

export function sealFormValues(words: string): string {
  return seal("form-words", words);
}

/** The values; null for anything that we did not encrypt. */
export function openFormWords(sealed: string): string | null {
  try {
    return unseal("form-words", sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
