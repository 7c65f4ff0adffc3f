/**
 * Converts between a name typed in one field and the stored first and last name. "Margaret Ada Okafor" becomes
 * Margaret, Ada Okafor, unless the stored parts say otherwise: the first name "Mary Ann" is kept when the last name
 * changes, and vice versa.
 */

export interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

export function joinName({ firstName, lastName }: Name): string {
  return `${firstName} ${lastName}`.trim();
}

/**
 * @param typed words separated by white space; a single word is a first name.
 * @param stored the name that is in the account already, if any.
 */
export function splitName(typed: string, stored?: Name): Name {
  const words = typed.trim().split(/\s+/);
  const name = words.join(" ");
  const { firstName = "", lastName = "" } = stored ?? {};
  if (firstName !== "" && name.startsWith(`${firstName} `)) {
    return { firstName, lastName: name.slice(firstName.length + 1) };
  }
  if (lastName !== "" && name.endsWith(` ${lastName}`)) {
    return { firstName: name.slice(0, -lastName.length - 1), lastName };
  }
  return { firstName: words[0] ?? "", lastName: words.slice(1).join(" ") };
}
