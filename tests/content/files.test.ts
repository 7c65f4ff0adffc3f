import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { kindShape } from "~/content/content";
import { parseContent } from "~/content/files";

describe("a file that is wrong", () => {
  const wedding = readFileSync("app/content/kinds/wedding.yaml", "utf8");
  const read = (source: string) => () => parseContent("app/content/kinds/wedding.yaml", source, kindShape);

  test.each([
    ["a question too few", wedding.replace(/\n {2}- [^\n]*\n?$/, "\n"), /line \d+, questions: .*52/],
    ["an empty text", wedding.replace(/titleExample: .*/, 'titleExample: ""'), /titleExample: this text is empty/],
    ["a field it should not have", `${wedding}\nprice: 3\n`, /"price"/],
    ["a missing field", wedding.replace(/^name: .*\n/m, ""), /wedding\.yaml, line 1, name: /],
    ["a name that is none", wedding.replace("{voucherMonths}", "{voucherYears}"), /\{voucherYears\} is no name; there/],
    ["a mark that breaks it", wedding.replace(/^name: .*/m, "name: Wedding: the year"), /line 9/],
  ])("is refused by name and line: %s", (_, source, sentence) => {
    expect(read(source)).toThrow(sentence);
    expect(read(source)).toThrow("app/content/kinds/wedding.yaml");
  });

  test("a line is that of the field", () => {
    const shape = z.strictObject({ a: z.string(), b: z.array(z.string().max(3)) });
    expect(() => parseContent("x.yaml", "a: one\nb:\n  - two\n  - three\n", shape)).toThrow("x.yaml, line 4, b.1");
  });
});
