import { beginningOf } from "~/domain/kernel/text/segments";

/** What people typed, made fit for an email. */

/** Control characters, line ends, and characters that reverse or hide text; joiners inside names stay. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/**
 * Makes text that a person typed safe inside our emails: one line, no control characters, and nothing an email client
 * would turn into a link (a word joiner, U+2060, breaks up addresses), so that a name cannot carry a stranger's
 * advertisement.
 */
export function asPlainWords(typed: string): string {
  return typed
    .replace(UNSEEN, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/:\/\//g, ":\u2060//")
    .replace(/@/g, "\u2060@\u2060")
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, ".\u2060");
}

/** A name and an address without the lines that are empty. */
export function addressLines(typed: readonly string[]): string[] {
  return typed.map(asPlainWords).filter((line) => line !== "");
}

/** Text for a subject: at most so many characters, cut between words. */
export function shorten(words: string, longest: number): string {
  return words.length <= longest ? words : `${beginningOf(words, longest).replace(/\s+\S*$/u, "")}…`;
}

/** The first line to somebody with this first name, or to somebody whose name we do not know. */
export function greet(firstName: string): string {
  const name = asPlainWords(firstName);
  return name === "" ? "Hello," : `Hello ${name},`;
}
