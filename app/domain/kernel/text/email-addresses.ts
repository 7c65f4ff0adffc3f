import { normalise } from "./normalisation";

/**
 * The one form of an email address, by which it is stored, compared and written to: a domain in the letters of the
 * domain system (“bücher.example” is “xn--bcher-kva.example”), so that one mailbox is one account.
 */

/**
 * The address in what was copied: out of “mailto:…” or “Ann Ellis <ann@example.com>”.
 * @param line one line in plain letters, without what wraps it.
 */
export function cleanAddress(line: string): string {
  const bare = /<([^<>]*@[^<>]*)/.exec(line)?.[1] ?? line;
  const address = /^mailto:/i.test(bare) ? linkedAddress(bare.slice("mailto:".length)) : bare;
  // Phones write “o'brien” with a curly apostrophe.
  return canonicalAddress(
    address
      .replace(/\s*@\s*/g, "@")
      .replace(/[‘’]/g, "'")
      .trim(),
  );
}

/** What a link to an address names, without its subject; a “+” can be written as “%2B”. */
function linkedAddress(link: string): string {
  return (link.split("?")[0] ?? "").replace(/%2b/gi, "+").replace(/%40/g, "@");
}

/** Its own form of an address; what is no address stays as it is. */
export function canonicalAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at === -1) return address;
  const [local, domain] = [address.slice(0, at), normalise(address.slice(at + 1), "NFKC")];
  return `${inSmall(normalise(local, "NFC"))}@${canonicalDomain(domain) ?? domain}`;
}

/** SQLite compares addresses without regard to capitals, but knows those of English alone. */
const inSmall = (local: string) => (/\P{ASCII}/u.test(local) ? normalise(local.toLowerCase(), "NFC") : local);

/** The letters, figures and hyphens of each part of a domain, as people write it. */
const PART = "[\\p{L}\\p{M}\\p{N}\\u200c\\u200d·・-]+";
const DOMAIN = new RegExp(`^${PART}(?:[.。]${PART})+$`, "u");
const LONGEST_DOMAIN = 253;

function canonicalDomain(domain: string): string | null {
  if (domain.length > LONGEST_DOMAIN || !DOMAIN.test(domain)) return null;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}

const DELIVERED_DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:xn--[a-z0-9-]{1,59}|[a-z]{2,63})$/;
/** An atom of an address (RFC 5322, 3.2.3), also with letters of other scripts (RFC 6531). */
const ATOM = "[\\w!#$%&'*+/=?^`{|}~\\u{a1}-\\u{10ffff}-]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, "u");
/** In bytes (RFC 5321, 4.5.3.1). */
const LONGEST_LOCAL = 64;
const LONGEST_ADDRESS = 254;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

let takesAccents = () => false;

/** Says how to learn whether our relay takes accents before the @; until then it doesn't. */
export function askForAccents(ask: () => boolean): void {
  takesAccents = ask;
}

/** Why nothing can be delivered to an address in its one form; null where it can. */
export function addressProblem(address: string): "format" | "dots" | "accents" | null {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || bytesOf(address) > LONGEST_ADDRESS || !DELIVERED_DOMAIN.test(domain)) return "format";
  if (bytesOf(local) > LONGEST_LOCAL || /[\s\p{C}@<>(),;:"\\[\]]/u.test(local)) return "format";
  if (!LOCAL.test(local)) return "dots";
  return /^[\x21-\x7e]+$/.test(local) || takesAccents() ? null : "accents";
}
