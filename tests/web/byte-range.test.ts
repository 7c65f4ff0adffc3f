import { expect, it } from "vitest";
import { requestedRange } from "~/web/byte-range";

/** Of a file of a hundred bytes. */
const ranged = (Range: string, more: Record<string, string> = {}) =>
  requestedRange(new Headers({ Range, ...more }), { bytes: 100, tag: '"now"' });

it.each([
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=0-99", { first: 0, last: 99 }],
  ["bytes=40-", { first: 40, last: 99 }],
  ["bytes=99-", { first: 99, last: 99 }],
  ["bytes=40-1000", { first: 40, last: 99 }],
  ["bytes=-10", { first: 90, last: 99 }],
  ["bytes=-1000", { first: 0, last: 99 }],
])("%s is a part of it", (asked, part) => {
  expect(ranged(asked)).toEqual(part);
});

it.each(["bytes=100-", "bytes=100-200", "bytes=-0"])("%s begins behind its end", (asked) => {
  expect(ranged(asked)).toBe("unsatisfiable");
});

it.each(["", "bytes=-", "bytes=9-3", "bytes=0-1,5-6", "bytes=a-b", "lines=1-2", "bytes 0-1"])(
  "%j gets the whole",
  (asked) => {
    expect(ranged(asked)).toBeNull();
  },
);

it("a part of this version alone is not a part of another one", () => {
  expect(ranged("bytes=40-", { "If-Range": '"now"' })).toEqual({ first: 40, last: 99 });
  expect(ranged("bytes=40-", { "If-Range": '"then"' })).toBeNull();
  expect(ranged("bytes=40-", { "If-Range": 'W/"now"' })).toBeNull();
});
