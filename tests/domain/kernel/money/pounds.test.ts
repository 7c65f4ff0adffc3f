import { describe, expect, test } from "vitest";
import { formatPence, readPounds, writePounds } from "~/domain/kernel/money/pounds";

describe("sums", () => {
  test.each([
    [0, "£0.00"],
    [5, "£0.05"],
    [99, "£0.99"],
    [100, "£1.00"],
    [6999, "£69.99"],
    [-700, "−£7.00"],
    [99_999, "£999.99"],
    [100_000, "£1,000.00"],
    [123_456_789, "£1,234,567.89"],
  ])("%d pence are written %s", (pence, words) => {
    expect(formatPence(pence)).toBe(words);
  });

  test.each([69.99, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%d is no sum of pence", (value) => {
    expect(() => formatPence(value)).toThrow(RangeError);
  });
});

describe("sums that are typed", () => {
  test.each([
    ["69.99", 6999],
    ["£1,250", 125_000],
    [" 49 ", 4900],
    ["0.5", 50],
    ["1000000", 100_000_000],
    ["1,000,000", 100_000_000],
  ])("“%s” is %d pence", (typed, pence) => {
    expect(readPounds(typed)).toBe(pence);
  });

  test.each(["", "£", "69.999", "-5", "1,2", "1000000.01", "five"])("“%s” is no sum", (typed) => {
    expect(readPounds(typed)).toBeNull();
  });

  test("stand in a field as they can be typed", () => {
    expect(writePounds(6999)).toBe("69.99");
    expect(writePounds(5)).toBe("0.05");
  });
});
