/**
 * A name as it is typed into one box, and as we keep it: a first and a last name. "Margaret Ada Okafor" is Margaret,
 * of the name Ada Okafor, unless we know better: whose first name is "Mary Ann" keeps it when the last one changes,
 * and the other way round.
 */

export interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

export function joinName({ firstName, lastName }: Name): string {
  return `${firstName} ${lastName}`.trim();
}

/**
 * @param typed words with single spaces or more between them; one word alone is a first name.
 * @param kept the name we have now, if any.
 */
export function splitName(typed: string, kept?: Name): Name {
  const words = typed.trim().split(/\s+/);
  const name = words.join(" ");
  const { firstName = "", lastName = "" } = kept ?? {};
  if (firstName !== "" && name.startsWith(`${firstName} `)) {
    return { firstName, lastName: name.slice(firstName.length + 1) };
  }
  if (lastName !== "" && name.endsWith(` ${lastName}`)) {
    return { firstName: name.slice(0, -lastName.length - 1), lastName };
  }
  return { firstName: words[0] ?? "", lastName: words.slice(1).join(" ") };
}
