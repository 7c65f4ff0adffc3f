import { PATHS, personPath } from "~/hyperloop/paths";

/** The link back to an account's page. */
export function toAccount(id: string) {
  return { label: "Back to the account", href: `${PATHS.people}/${id}` };
}

/** The link back to a person's page, with an account or as a guest. */
export function toPerson(person: Parameters<typeof personPath>[0]) {
  return { label: "Back to the person", href: personPath(person) };
}

/** Beside every reason for what staff do for a customer. */
export const WHO_ASKED = "Say how you know it’s them. They can read this";
