import { clean } from "../text/typed-text";

/** Sums of money are whole pence in pounds sterling. These are the ways they are typed and written. */

/**
 * Pence as pounds: 6999 is "£69.99", 123450 is "£1,234.50", -700 is "−£7.00" with a true minus sign.
 * Throws RangeError unless given a whole number of pence.
 */
export function formatPence(pence: number): string {
  if (!Number.isSafeInteger(pence)) throw new RangeError(`Not a whole number of pence: ${pence}`);
  const absolute = Math.abs(pence);
  const pounds = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = String(absolute % 100).padStart(2, "0");
  return `${pence < 0 ? "−" : ""}£${pounds}.${rest}`;
}

/**
 * A sum as staff type it: "69.99", "£1,250", "49"; at most two decimals. Gives whole pence, or null for what is no
 * sum of money.
 */
export function readPounds(typed: string): number | null {
  const match = /^£?(\d{1,3}(?:,?\d{3})*|\d{1,7})(?:\.(\d{1,2}))?$/.exec(clean(typed, "number"));
  if (!match?.[1]) return null;
  const pounds = Number(match[1].replaceAll(",", ""));
  const pence = pounds * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return pence <= 100_000_000 ? pence : null;
}

/** The reverse, for the value of a field: 6999 is "69.99". */
export function writePounds(pence: number): string {
  return `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, "0")}`;
}
