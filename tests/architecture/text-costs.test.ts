import { expect, it } from "vitest";
import { sources } from "./source";

/** What costs more than time in proportion to a text's length, and the one file that bounds it. */
const COSTLY: readonly { found: RegExp; home: string }[] = [
  { found: /new Intl\.Segmenter\(/, home: "app/domain/kernel/text/segments.ts" },
  { found: /\.normalize\(/, home: "app/domain/kernel/text/normalisation.ts" },
];

function findCostly(all: ReadonlyMap<string, string>): string[] {
  return [...all]
    .filter(([path, text]) => {
      return path.startsWith("app/") && COSTLY.some(({ found, home }) => path !== home && found.test(text));
    })
    .map(([path]) => path);
}

it("people’s text is divided and normalised where its cost is bounded, and nowhere else", () => {
  expect(findCostly(sources)).toEqual([]);
  const planted = new Map([["app/domain/planted.ts", 'const name = typed.normalize("NFC");']]);
  expect(findCostly(planted)).toEqual(["app/domain/planted.ts"]);
});
