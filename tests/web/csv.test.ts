import { expect, it } from "vitest";
import { csvOf } from "~/web/csv";

it.each<[string, string | number | null, string]>([
  ["a number, as it is", -5, "-5"],
  ["nothing, empty", null, ""],
  ["what a spreadsheet would take for a formula, as text", "-5", `"'-5"`],
  ["quotes and separators, between quotes", 'a "b", c', '"a ""b"", c"'],
  ["no signs that nobody sees", "a\u0000b", "ab"],
])("a file for spreadsheets has %s", (_, value, cell) => {
  expect(csvOf([[value, "x"]])).toBe(`${cell},x\r\n`);
});
