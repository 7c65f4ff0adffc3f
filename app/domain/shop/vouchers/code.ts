import { clean } from "~/domain/kernel/text/typed-text";

/**
 * The format of a voucher code: twelve characters of an alphabet of 32, which is 60 random bits, shown in three groups
 * of four. The alphabet has no I, L, O or U. So a character that looks like another is never ambiguous: somebody who
 * copies a 0 as O or a 1 as I or l types a character that no code contains, and it is read as the intended one. Without
 * a U no code spells an offensive word.
 */

export const VOUCHER_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const VOUCHER_CODE_LENGTH = 12;
const GROUP = 4;

const MEANT: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1", U: "V" };

const ONLY_THE_ALPHABET = new RegExp(`^[${VOUCHER_ALPHABET}]{${VOUCHER_CODE_LENGTH}}$`);

/** A code among other words, as in “Your code: K7QM-4XPD-92HR”. */
const IN_GROUPS = new RegExp(`(?<![\\w-])(?:\\w{${GROUP}}-){2}\\w{${GROUP}}(?![\\w-])`);

/**
 * Reads a code as typed: among other words, in any case, with or without dashes, dots and spaces, with look-alikes
 * replaced. Returns the twelve characters, or null for what cannot be a code.
 */
export function readVoucherCode(typed: string): string | null {
  const cleaned = clean(typed, "code");
  const signs = (IN_GROUPS.exec(cleaned)?.[0] ?? cleaned)
    .replace(/[-._]+/g, "")
    .replace(/[OILU]/g, (sign) => MEANT[sign] ?? sign);
  return ONLY_THE_ALPHABET.test(signs) ? signs : null;
}

/** A code for display: "K7QM-4XPD-92HR". */
export function formatVoucherCode(code: string): string {
  return (code.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? []).join("-");
}

/** The end of a code, as staff search for it. */
export const LAST_FOUR = new RegExp(`^[${VOUCHER_ALPHABET}]{${GROUP}}$`);

/** The part of a code that all staff may see. */
export function lastFourOf(code: string): string {
  return code.slice(-GROUP);
}
