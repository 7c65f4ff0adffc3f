import { expect, it } from "vitest";
import { shorten } from "~/domain/mail/layout/email-words";

it("words that fit a subject stay, and longer ones end at a word", () => {
  expect([shorten("abc def", 7), shorten("abc def g", 7)]).toEqual(["abc def", "abc…"]);
});
