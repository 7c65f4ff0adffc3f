import { clean } from "~/domain/kernel/text/typed-text";
import { CODE_GROUP, VOUCHER_ALPHABET, VOUCHER_CODE_LENGTH } from "./code";

const MEANT: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1", U: "V" };

const ONLY_THE_ALPHABET = new RegExp(`^[${VOUCHER_ALPHABET}]{${VOUCHER_CODE_LENGTH}}$`);

/** A code among other words, as in “Your code: K7QM-4XPD-92HR”. */
const IN_GROUPS = new RegExp(`(?<![\\w-])(?:\\w{${CODE_GROUP}}-){2}\\w{${CODE_GROUP}}(?![\\w-])`);

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
