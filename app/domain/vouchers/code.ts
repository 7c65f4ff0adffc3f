/**
 * What a voucher's code looks like: twelve signs of an alphabet of 32, which is 60 random bits, shown in three
 * groups of four. The alphabet has no I, L, O or U. What is left has no two signs that a person mixes up without
 * our knowing which was meant: whoever copies a 0 as O or a 1 as I or l has typed a sign that no code holds, and
 * is read as they meant it; and without a U no code spells a word one would not put on a present.
 */

export const VOUCHER_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const VOUCHER_CODE_LENGTH = 12;
const GROUP = 4;

const MEANT: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1", U: "V" };

const ONLY_THE_ALPHABET = new RegExp(`^[${VOUCHER_ALPHABET}]{${VOUCHER_CODE_LENGTH}}$`);

/**
 * Reads a code as somebody typed it: in any case, with or without dashes, dots and spaces, with look-alikes put
 * right. Gives the twelve signs, or null for what cannot be a code.
 */
export function readVoucherCode(typed: string): string | null {
  const signs = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\u2212\u00ad._]+/gu, "")
    .replace(/[OILU]/g, (sign) => MEANT[sign] ?? sign);
  return ONLY_THE_ALPHABET.test(signs) ? signs : null;
}

/** A code as it is shown: "K7QM-4XPD-92HR". */
export function formatVoucherCode(code: string): string {
  return (code.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? []).join("-");
}

/** What staff see of a code. */
export function lastFourOf(code: string): string {
  return code.slice(-GROUP);
}
