/** Reads the query of a list page and limits it to what a database query may use. */

const LONGEST_SEARCH = 200;
const MOST_PAGES = 100_000;

/** The search text, trimmed, at most 200 characters. */
export function searchIn(request: Request, name = "q"): string {
  return (new URL(request.url).searchParams.get(name) ?? "").slice(0, LONGEST_SEARCH).trim();
}

/** One of these choices; the first when the address names none of them. */
export function choiceIn<Word extends string>(
  request: Request,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const input = new URL(request.url).searchParams.get(name);
  return words.find((word) => word === input) ?? words[0];
}

/** The requested page, counted from 1; anything else is the first. */
export function pageIn(request: Request): number {
  const input = new URL(request.url).searchParams.get("page") ?? "1";
  const page = /^\d{1,6}$/.test(input) ? Number(input) : 1;
  return Math.min(MOST_PAGES, Math.max(1, page));
}

/** The address of another page of the same list. */
export function pageAddress(path: string, input: Readonly<Record<string, string>>, page: number): string {
  const query = new URLSearchParams(Object.entries(input).filter(([, value]) => value !== ""));
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}
