/**
 * A sum as staff type it: "69.99", "£1,250", "49"; at most two decimals. Gives whole pence, or null for what is no
 * sum of money.
 */
export function readPounds(typed: string): number | null {
  const match = /^£?(\d{1,3}(?:,?\d{3})*|\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!match?.[1]) return null;
  const pounds = Number(match[1].replaceAll(",", ""));
  const pence = pounds * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return pence <= 100_000_000 ? pence : null;
}

/** The same the other way round, to stand in a field: 6999 is "69.99". */
export function writePounds(pence: number): string {
  return `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, "0")}`;
}
