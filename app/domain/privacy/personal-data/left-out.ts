/** Why columns are left out of a data export: credentials, and what belongs to somebody else. */

export const OPENS = "A key or its check value: anyone who finds the file could try to use it.";
export const STAFF = "Which member of staff did the work is their data; what they decided is included.";
export const PLACE = "Where we store the file; the file itself is included, or can be made again.";
export const POST = "How the email was delivered; what it was about and when we sent it is included.";
export const IN_MAILBOX = "It’s in the mailbox we sent it to, and some emails contained codes.";
export const OTHER_PEOPLES = "Belongs to the other person in a gift.";

/** A row without its excluded columns. */
export function without<Row extends object, Left extends { readonly [Name in keyof Row]?: string }>(
  row: Row,
  left: Left,
): Omit<Row, keyof Left> {
  const remaining = Object.entries(row).filter(([name]) => !Object.hasOwn(left, name));
  return Object.fromEntries(remaining) as Omit<Row, keyof Left>;
}
