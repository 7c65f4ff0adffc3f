/** Addresses of the web and of email within words, which are set letter by letter as they were typed. */

/** Put in place of an address while the words around it are set; cleaned text has no such character. */
export const ADDRESS = "\ufffc";

const ENDINGS = "com|org|net|info|io|eu|ie|app|shop|scot|wales|london|uk";
const WEB = `(?:https?://|www\\.)[^\\s<>“”"]+`;
const EMAIL = "(?<![\\w.+%-])[\\w.+%-]{1,64}@[a-z\\d-]{1,63}(?:\\.[a-z\\d-]{1,63})+";
const BARE = `(?<![\\w.@-])[a-z\\d-]{1,63}(?:\\.[a-z\\d-]{1,63}){0,4}\\.(?:${ENDINGS})(?![\\w-])(?:/[^\\s<>“”"]*)?`;
const FOUND = new RegExp(`${WEB}|${EMAIL}|${BARE}`, "gi");
/** What follows an address in a sentence is no part of it. */
const AFTER = /[.,;:!?'’…)\]]+$/;

export function addressesIn(line: string): { text: string; addresses: string[] } {
  const addresses: string[] = [];
  const text = line.replace(FOUND, (found) => {
    const isOpen = found.includes("(");
    const after = AFTER.exec(found)?.[0] ?? "";
    const rest = isOpen && after.startsWith(")") ? after.slice(1) : after;
    addresses.push(found.slice(0, found.length - rest.length));
    return ADDRESS + rest;
  });
  return { text, addresses };
}
