import { canonicalAddress } from "~/domain/kernel/text/email-addresses";
import { clean } from "~/domain/kernel/text/typed-text";

/** Reads the query of a list page and limits it to what a database query may use. */

const LONGEST_SEARCH = 200;
const MOST_PAGES = 100_000;

/** An address, or a form with the same fields. */
type Values = Pick<URLSearchParams, "get"> | FormData;

/** The search text, at most 200 characters; an email address in the form in which it is stored. */
export function searchOf(values: Values, name = "q"): string {
  const typed = String(values.get(name) ?? "").slice(0, LONGEST_SEARCH);
  return canonicalAddress(clean(typed, "line"));
}

export const searchIn = (request: Request, name?: string) => searchOf(new URL(request.url).searchParams, name);

/** One of these choices; the first when the address names none of them. */
export function choiceIn<Word extends string>(request: Request, name: string, words: readonly [Word, ...Word[]]): Word {
  const chosen = new URL(request.url).searchParams.get(name);
  return words.find((word) => word === chosen) ?? words[0];
}

/** The requested page, counted from 1; anything else is the first. */
export function pageOf(values: Values): number {
  const digits = String(values.get("page") ?? "1");
  const page = /^\d{1,6}$/.test(digits) ? Number(digits) : 1;
  return Math.min(MOST_PAGES, Math.max(1, page));
}

export const pageIn = (request: Request) => pageOf(new URL(request.url).searchParams);

/** The address of another page of the same list; what is empty is left out of it. */
export function pageAddress(path: string, filters: Readonly<Record<string, string | number>>, page: number): string {
  const set = Object.entries(filters).filter(([name, value]) => name !== "page" && value !== "");
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}
