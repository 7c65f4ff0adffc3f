import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseContent } from "~/content/files";
import { fill, readTexts, textWith } from "~/content/texts";

const values: Readonly<Record<string, string | number | null | readonly string[]>> = {
  days: 14,
  maker: null,
  lines: ["Loop Ltd", "Leeds"],
};
const filled = <Part>(part: Part) => fill(part, (name) => values[name] ?? null);

describe("a name in braces", () => {
  test("is its value, wherever it is", () => {
    expect(filled({ lead: "{days} days", rows: [{ text: "in {days}" }] })).toEqual({
      lead: "14 days",
      rows: [{ text: "in 14" }],
    });
  });

  test("leaves its paragraph out where there is nothing to say", () => {
    expect(filled(["Write to us.", "Loop is made by {maker}."])).toEqual(["Write to us."]);
  });

  test("is as many items as it has, alone in one, and one line within a sentence", () => {
    expect(filled(["{lines}", "To: {lines}"])).toEqual(["Loop Ltd", "Leeds", "To: Loop Ltd, Leeds"]);
  });

  test("is a number of the business in every text, and is refused by file, line and field where nobody knows it", () => {
    const shape = z.strictObject({ a: z.array(textWith(["days"])) });
    const read = (source: string) => parseContent("app/content/pages/x.yaml", source, shape);
    expect(read("a:\n  - in {weeks} weeks and {days} days\n").a).toEqual(["in fifty-two weeks and {days} days"]);
    expect(() => read("a:\n  - fine\n  - in {daze} days\n")).toThrow(
      /^app\/content\/pages\/x\.yaml, line 3, a\.1: \{daze\} is no name; there are days, weeks, /,
    );
  });

  test("may not be gone from the text of a rule", () => {
    const shapeOf = () => z.unknown();
    expect(() => readTexts("pages/terms", shapeOf, { neverSaid: "x" })).toThrow(
      "app/content/pages/terms.yaml: no text says {neverSaid}.",
    );
  });
});
