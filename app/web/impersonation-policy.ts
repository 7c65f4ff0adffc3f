/**
 * The pages a staff member sees while impersonating a customer: no private text, documents, payments or API calls. The
 * list is an allow-list, so a new page is closed until somebody adds it.
 */

const PUBLIC = [
  ...["/", "/about", "/terms", "/privacy", "/cookies", "/accessibility"],
  ...["/begin", "/loop-theme", "/loop-type", "/loop-type/example/:theme/:type", "/gift", "/redeem"],
  ...["/years", "/years/:type", "/art/:theme/:picture"],
];

const THEIRS = [
  ...["/dashboard", "/loop-settings/:loop", "/account-settings", "/account-settings/email"],
  ...["/account-settings/addresses/:address", "/account-settings/gifts/:voucher"],
];

/** Private text and photos: only with the permission to open entries, and recorded in the audit log. */
const PRIVATE_WORDS = ["/entry", "/photos/:photo/:size"];

/** Private text in a form that staff see during an impersonation: they read it where each reading is recorded. */
export function wordsFor(impersonation: object | undefined, words: string | null): string {
  return impersonation && words ? "Hidden during an impersonation" : (words ?? "");
}

const asPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
const OPEN = [...PUBLIC, ...THEIRS].map(asPattern);
const WITH_RIGHT = PRIVATE_WORDS.map(asPattern);

/** Whether this path is open to impersonation. */
export function isOpenToImpersonation(path: string, { mayOpenEntries }: { readonly mayOpenEntries: boolean }): boolean {
  const isPath = (pattern: RegExp) => pattern.test(path);
  return OPEN.some(isPath) || (mayOpenEntries && WITH_RIGHT.some(isPath));
}
