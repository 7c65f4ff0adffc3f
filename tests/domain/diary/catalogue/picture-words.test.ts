import { describe, expect, test } from "vitest";
import { describeStitching, nextStitch } from "~/domain/diary/catalogue/picture-words";
import { stitchingOrder } from "~/domain/diary/catalogue/stitching-order";

const range = (first: number, last: number) =>
  new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index));

const THEMES = ["celebration", "family", "education", "pet", "classic"] as const;

describe.each(THEMES)("the words for a %s picture", (theme) => {
  const parts = stitchingOrder[theme];

  test("know a part for every week of the year, in an order without a gap", () => {
    expect(parts[0]?.firstWeek).toBe(1);
    expect(parts[parts.length - 1]?.lastWeek).toBe(52);
    for (const [index, part] of parts.slice(1).entries())
      expect(part.firstWeek - (parts[index]?.lastWeek ?? 0)).toBeOneOf([0, 1]);
  });

  test("call a part stitched once all its weeks are, and not a week sooner", () => {
    for (const { part, lastWeek } of parts.filter((each) => each.lastWeek < 52)) {
      expect(isStitched(part, describeStitching(theme, range(1, lastWeek)))).toBe(true);
      expect(isStitched(part, describeStitching(theme, range(1, lastWeek - 1)))).toBe(false);
    }
  });

  test("say at each week what its stitch does", () => {
    for (let week = 1; week <= 52; week++) {
      const words = nextStitch(theme, week);
      expect(words).toMatch(/^This week (starts|finishes|sews|adds to) .+\.$/);
      for (const { part, firstWeek, lastWeek } of parts)
        if (firstWeek <= week && week <= lastWeek) expect(words).toContain(part);
    }
  });
});

/** Whether the first clause of a description names the stitched part. */
function isStitched(part: string, words: string): boolean {
  const list = /\. (.*?) (?:is|are) stitched/.exec(words)?.[1]?.toLowerCase() ?? "";
  return new RegExp(`(^|, | and )${part}(,| and |$)`).test(list);
}

test("a part with a missed week is partly stitched", () => {
  const weeks = range(1, 22);
  const { firstWeek } = stitchingOrder.family[1];
  weeks.delete(firstWeek + 1);
  expect(describeStitching("family", weeks)).toMatch(
    /^Your picture so far: 21 of 52 stitches made\. The sun.* stitched; the far hills.* partly stitched; .* and the family are still in outline\.$/,
  );
});

test("one part alone is spoken of in the singular", () => {
  const { lastWeek } = stitchingOrder.family[0];
  expect(describeStitching("family", range(1, lastWeek))).toContain("The sun is stitched");
  expect(describeStitching("family", range(1, 51))).toContain("; the family is partly stitched.");
  expect(describeStitching("pet", range(1, 51))).toContain("; the two tails are partly stitched.");
});

test("a picture with nothing stitched is all in outline, and a finished one says what it shows", () => {
  expect(describeStitching("pet", new Set())).toBe(
    "Your picture so far: none of 52 stitches made yet. All of it is still in outline.",
  );
  expect(describeStitching("pet", range(1, 52))).toMatch(/^Your picture is finished: all 52 .* and the two tails\.$/);
});

test("a plain year grows as well: a round of weaving, from the star in the middle to the braid", () => {
  expect(describeStitching("classic", range(1, 1))).toContain("The star in the middle is partly stitched");
  expect(describeStitching("classic", range(1, 52))).toMatch(/It shows the star .* and the braid at the edge\.$/);
});

test("the last week of a part finishes it, unless an earlier week of it is open", () => {
  const { part, firstWeek, lastWeek } = stitchingOrder.family[1];
  const soFar = range(1, lastWeek - 1);
  expect(nextStitch("family", lastWeek, soFar)).toContain(`finishes ${part}`);
  soFar.delete(firstWeek);
  expect(nextStitch("family", lastWeek, soFar)).toContain(`adds to ${part}`);
});

test("the only stitch missing closes the loop", () => {
  expect(nextStitch("pet", 52, range(1, 51))).toBe("This week finishes the two tails and closes the loop.");
  expect(nextStitch("pet", 52, range(2, 51))).not.toContain("closes the loop");
});

test.each([
  [1, "starts the tablecloth"],
  [2, "finishes the tablecloth and starts the cake stand"],
  [4, "adds to the leaves on the left"],
  [30, "finishes the festoon lights, sews the bow and starts the flowers on the left"],
  [52, "finishes the swallows and sews the candles"],
])("the stitch of week %i %s", (week, words) => {
  expect(nextStitch("celebration", week)).toBe(`This week ${words}.`);
});
