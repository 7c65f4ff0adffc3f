import { expect, it } from "vitest";
import { maskToWeeks, weeksToMask } from "~/domain/diary/catalogue/stitch-mask";

const ALL = Array.from({ length: 52 }, (_, index) => index + 1);

it.each([
  [[], "0000000000000"],
  [[1], "0000000000001"],
  [[52], "8000000000000"],
  [ALL.slice(0, 9), "00000000001ff"],
  [ALL, "fffffffffffff"],
])("the weeks %j have one mask", (weeks, mask) => {
  expect(weeksToMask(new Set(weeks))).toBe(mask);
  expect([...(maskToWeeks(mask) ?? [])]).toEqual(weeks);
});

it.each([0, 53, 1.5, -1])("there is no week %d", (week) => {
  expect(() => weeksToMask(new Set([week]))).toThrow(RangeError);
});

it.each(["", "000000000000", "00000000000000", "000000000001F", "000000000000g"])("%j is no mask", (mask) => {
  expect(maskToWeeks(mask)).toBeUndefined();
});
