/** Every text of what an editor writes, with the place it is at. */
export function textsIn(value: unknown, place: string): { place: string; text: string }[] {
  if (typeof value === "string") return [{ place, text: value }];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, `${place}.${name}`));
}

/** Straight quotation marks, a name left in braces, and spaces and dots that typing leaves behind. */
export const UNTIDY = /['"{}]| {2}|^\s|\s$|\.\.\.|—/;
