/**
 * The format of a voucher code: twelve characters of an alphabet of 32, which is 60 random bits, shown in three groups
 * of four. The alphabet has no I, L, O or U. So a character that looks like another is never ambiguous: somebody who
 * copies a 0 as O or a 1 as I or l types a character that no code contains, and it is read as the intended one. Without
 * a U no code spells an offensive word.
 */

export const VOUCHER_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const VOUCHER_CODE_LENGTH = 12;
export const CODE_GROUP = 4;

/** A code for display: "K7QM-4XPD-92HR". */
export function formatVoucherCode(code: string): string {
  return (code.match(new RegExp(`.{1,${CODE_GROUP}}`, "g")) ?? []).join("-");
}

/** The end of a code, as staff search for it. */
export const LAST_FOUR = new RegExp(`^[${VOUCHER_ALPHABET}]{${CODE_GROUP}}$`);

/** The part of a code that all staff may see. */
export function lastFourOf(code: string): string {
  return code.slice(-CODE_GROUP);
}

/**
 * A code after the "#" of a link, in capitals: with dashes or without, as somebody may write one. Null for any other.
 */
export function codeInLink(hash: string): string | null {
  const group = `[0-9a-z]{${CODE_GROUP}}`;
  const groups = new RegExp(`^(?:${group}-?){${VOUCHER_CODE_LENGTH / CODE_GROUP - 1}}${group}$`, "i");
  return groups.test(hash) ? hash.toUpperCase() : null;
}
