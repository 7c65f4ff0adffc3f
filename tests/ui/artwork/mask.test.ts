import { describe, expect, test } from "vitest";
import { maskToWeeks, weeksToMask } from "~/ui/artwork/mask";

const range = (first: number, last: number) =>
  new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index));

describe("the mask of a picture", () => {
  test.each([
    ["no week", new Set<number>(), "0000000000000"],
    ["the first week", new Set([1]), "0000000000001"],
    ["the last week", new Set([52]), "8000000000000"],
    ["the first nine weeks", range(1, 9), "00000000001ff"],
    ["the whole year", range(1, 52), "fffffffffffff"],
    ["week 4 and week 5, either side of a digit", new Set([4, 5]), "0000000000018"],
  ])("of %s reads back as the same weeks", (_name, weeks, mask) => {
    expect(weeksToMask(weeks)).toBe(mask);
    expect(maskToWeeks(mask)).toEqual(weeks);
  });

  test("tells every single week from every other", () => {
    for (const week of range(1, 52)) expect(maskToWeeks(weeksToMask(new Set([week])))).toEqual(new Set([week]));
  });

  test.each([
    "",
    "1ff",
    "00000000001FF",
    "000000000001ff",
    "0x000000001ff",
    "00000000001fg",
    " 0000000001ff",
    "00000000001f\n",
    "00000000001ff\n",
    "-000000000001",
    "..%2f..%2fetc",
  ])("is refused when malformed: %j", (mask) => {
    expect(maskToWeeks(mask)).toBeUndefined();
  });

  test.each([0, 53, -1, 1.5, Number.NaN])("has no place for week %s", (week) => {
    expect(() => weeksToMask(new Set([week]))).toThrow(RangeError);
  });
});
