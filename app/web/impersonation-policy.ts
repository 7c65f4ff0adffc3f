/**
 * What somebody of the staff sees who looks as a customer: pages without private words, and no documents, payments or
 * programs' calls. Whatever is not listed here stays shut, so that a new page is shut until somebody thinks of it.
 */

const PUBLIC = [
  ...["/", "/about", "/terms", "/privacy", "/cookies", "/accessibility"],
  ...["/begin", "/loop-theme", "/loop-type", "/loop-type/example/:theme/:type", "/gift", "/redeem"],
  ...["/art/:theme/:picture"],
];

const THEIRS = [
  ...["/dashboard", "/loop-settings/:loop", "/account-settings", "/account-settings/email"],
  ...["/account-settings/addresses/:address", "/account-settings/gifts/:voucher"],
];

/** Private words and pictures: with the right to open entries, and written down. */
const PRIVATE_WORDS = ["/entry", "/photos/:photo/:size"];

const asPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
const OPEN = [...PUBLIC, ...THEIRS].map(asPattern);
const WITH_RIGHT = PRIVATE_WORDS.map(asPattern);

/** Whether the page at this path may be seen in a look. */
export function isOpenToImpersonation(
  path: string,
  { mayOpenEntries }: { readonly mayOpenEntries: boolean },
): boolean {
  const isPath = (pattern: RegExp) => pattern.test(path);
  return OPEN.some(isPath) || (mayOpenEntries && WITH_RIGHT.some(isPath));
}
