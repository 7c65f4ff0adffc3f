import { expect, it } from "vitest";
import { isSimplifiedChinese } from "~/domain/book/typesetting/chinese-forms";

it.each([
  ["China’s characters are", "国", "zh", true],
  ["the last one of its standard is", "齄", "zh", true],
  ["Taiwan’s are not", "國", "zh", false],
  ["as many of both are not", "国國", "zh", false],
  ["those of a Japanese sentence are not", "国", "ja", false],
  ["English ones are not", "country", "en", false],
])("%s simplified Chinese", (_, text, language, isSimplified) => {
  expect(isSimplifiedChinese([{ language, runs: [{ kind: "text", text }] }])).toBe(isSimplified);
});
