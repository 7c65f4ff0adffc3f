import { canonicalAddress } from "~/domain/kernel/text/email-addresses";
import { clean } from "~/domain/kernel/text/typed-text";

/** Reads the query of a list page and limits it to what a database query may use. */

const LONGEST_SEARCH = 200;
const MOST_PAGES = 100_000;

/** The search text, at most 200 characters; an email address in the form in which it is stored. */
export function searchIn(request: Request, name = "q"): string {
  const typed = (new URL(request.url).searchParams.get(name) ?? "").slice(0, LONGEST_SEARCH);
  return canonicalAddress(clean(typed, "line"));
}

/** One of these choices; the first when the address names none of them. */
export function choiceIn<Word extends string>(request: Request, name: string, words: readonly [Word, ...Word[]]): Word {
  const chosen = new URL(request.url).searchParams.get(name);
  return words.find((word) => word === chosen) ?? words[0];
}

/** The requested page, counted from 1; anything else is the first. */
export function pageIn(request: Request): number {
  const digits = new URL(request.url).searchParams.get("page") ?? "1";
  const page = /^\d{1,6}$/.test(digits) ? Number(digits) : 1;
  return Math.min(MOST_PAGES, Math.max(1, page));
}

/** The filters a list has: of each, the values that may be chosen, the default first. */
type Choices = Readonly<Record<string, readonly [string, ...string[]]>>;

/** What the URL of a list asks for: the search, the page and, of each filter, the chosen value. */
export type ListQuery<Filters extends Choices> = { q: string; page: number } & {
  [Name in keyof Filters]: Filters[Name][number];
};

/** Reads what the address of a list asks for. */
export function readListQuery<const Filters extends Choices>(request: Request, filters: Filters): ListQuery<Filters> {
  const chosen = Object.entries(filters).map(([name, words]) => [name, choiceIn(request, name, words)]);
  return { q: searchIn(request), page: pageIn(request), ...Object.fromEntries(chosen) };
}

/** The address of another page of the same list; what is empty is left out of it. */
export function pageAddress(path: string, filters: Readonly<Record<string, string | number>>, page: number): string {
  const set = Object.entries(filters).filter(([name, value]) => name !== "page" && value !== "");
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}
