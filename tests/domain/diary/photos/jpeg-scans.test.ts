import { expect, it } from "vitest";
import { countScans } from "~/domain/diary/photos/jpeg-scans";

const SCAN = [0xff, 0xda, 0, 2];
const END = [0xff, 0xd9];

it.each([
  ["one that ends with the file", [...SCAN], 1],
  ["two, with data between them", [...SCAN, 7, 0xff, 0, 8, ...SCAN, 9, ...END], 2],
  ["one behind a mark that means nothing", [0xff, 1, ...SCAN, ...END], 1],
  ["one behind the first restart", [0xff, 0xd0, ...SCAN, ...END], 1],
  ["one behind the last restart", [0xff, 0xd7, ...SCAN, ...END], 1],
  ["one behind filling", [0xff, 0xff, ...SCAN, ...END], 1],
  ["none within a note", [0xff, 0xfe, 0, 6, ...SCAN, ...END, 0, 0], 0],
  ["none behind the end", [...END, 0, 0, ...SCAN], 0],
])("the scans of a JPEG are counted: %s", (_, parts, count) => {
  expect(countScans(Uint8Array.from([0xff, 0xd8, ...parts]))).toBe(count);
});
