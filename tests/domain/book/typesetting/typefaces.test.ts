import { expect, it } from "vitest";
import { codePointsIn, coversPattern, TEXT_TYPEFACES } from "~/domain/book/typesetting/typefaces";

const short = (value: number) => [value >> 8, value & 0xff];
const long = (value: number) => [...short(value >>> 16), ...short(value & 0xffff)];

/** A character map with one list at byte 12, and what follows it. */
const mapOf = (...list: number[]) => Uint8Array.from([...short(0), ...short(1), ...long(0), ...long(12), ...list]);

const GROUP = [...long(5), ...long(6), ...long(1)];
/** Of format 12; its fourth byte on is the length, which is where a second list would be looked for. */
const groups = (next: number) => [...short(12), ...short(0), ...long(next), ...long(0), ...long(1), ...GROUP];

it("the characters of groups are read to the last one of each, and what follows the list is not", () => {
  const other = [...long(200), ...long(200), ...long(1)];
  expect([...codePointsIn(mapOf(...groups(28), ...other))]).toEqual([5, 6]);
  const list = mapOf(...groups(40), ...groups(0).map((byte, place) => (place === 19 || place === 23 ? 99 : byte)));
  expect([...codePointsIn(list)]).toEqual([5, 6]);
});

it("the characters of segments are read to the last one of each, but for the mark at their end", () => {
  const [ends, starts, shifts] = [
    [66, 0xffff],
    [65, 0xffff],
    [300, 2],
  ];
  const head = [4, 0, 0, 4, 0, 0, 0].flatMap(short);
  // In the place of the padding and of what follows, a third segment would hold the character 300.
  const list = [...head, ...[...ends, 300, ...starts, ...shifts, 0, 0, 0, 0].flatMap(short)];
  expect([...codePointsIn(mapOf(...list))]).toEqual([65, 66]);
});

it("a typeface’s ranges are a pattern, and one without ranges has none", () => {
  const patterns = TEXT_TYPEFACES.map(coversPattern);
  expect(patterns.filter((pattern) => pattern === null)).not.toEqual([]);
  expect(patterns.filter((pattern) => pattern?.startsWith("[\\u{"))).not.toEqual([]);
});
