import { describe, expect, it } from "vitest";
import { MOST_PARTS } from "~/domain/diary/photos/file-parts";
import { removeJpegMetadata } from "~/domain/diary/photos/jpeg-metadata";

const START = [0xff, 0xd8];
const END = [0xff, 0xd9];
const [TABLE, APPLICATION, NOTE] = [0xc4, 0xe0, 0xfe];
/** A scan as of a JPEG that is not progressive, with some of its data. */
const SCAN = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 7, 8, 9];

const segment = (mark: number, content = "") => [0xff, mark, 0, content.length + 2, ...Buffer.from(content, "latin1")];
const made = (...parts: number[][]) => {
  const file = removeJpegMetadata(Buffer.from(parts.flat()));
  return file && [...file];
};

describe("a JPEG without what it says", () => {
  it.each([
    ["a thumbnail beside the first mark", segment(APPLICATION, "JFXX\0thumbnail")],
    ["what a program wrote into the last kind of segment", segment(0xef, "Greenwich")],
    ["a note", segment(NOTE, "Greenwich")],
    ["a profile that is not one", segment(0xe2, `ICC_PROFILE\0\x01\x01${"x".repeat(40)}`)],
    ["a mark that means nothing", [0xff, 1]],
    ["bytes between the segments", [3, 0xff, 0, 0xff, 0xff]],
  ])("has lost %s", (_, said) => {
    expect(made(START, said, SCAN, END)).toEqual([START, SCAN, END].flat());
  });

  it.each([
    ["a later part of a profile", segment(0xe2, "ICC_PROFILE\0\x02\x02colours")],
    ["the first mark", segment(APPLICATION, "JFIF\0")],
    ["a table", segment(TABLE, "table")],
  ])("has kept %s", (_, kept) => {
    expect(made(START, kept, SCAN, END)).toEqual([START, kept, SCAN, END].flat());
  });

  it.each([0xd0, 0xd3, 0xd7, 1])("has kept a scan with the mark %i in it", (mark) => {
    const scan = [...SCAN, 0xff, mark, 2, 0xff, 0, 0xff, 0xff, mark, 3];
    expect(made(START, scan, END)).toEqual([START, scan, END].flat());
  });

  it.each([
    ["a scan", []],
    ["a scan and half a mark", [0xff]],
    ["a table that is whole", segment(TABLE, "t")],
    ["an empty table", segment(TABLE)],
  ])("is ended where it breaks off behind %s", (_, last) => {
    expect(made(START, SCAN, last)).toEqual([START, SCAN, last, END].flat());
  });

  it.each([
    ["the mark of a table", [0xff, TABLE], false],
    ["half a table", segment(TABLE, "table").slice(0, -1), false],
    ["half a note", segment(NOTE, "Greenwich").slice(0, -1), true],
    ["half of what a program wrote", segment(0xe5, "Greenwich").slice(0, -1), true],
  ])("that breaks off in %s is taken: %s", (_, last, isTaken) => {
    expect(made(START, SCAN, last)).toEqual(isTaken ? [START, SCAN, END].flat() : null);
  });

  it("without a scan is not one", () => {
    expect(made(START, segment(TABLE, "table"), END)).toBeNull();
  });

  it("has scans that name all frequencies, where one has room to name them", () => {
    const wrong = [0xff, 0xda, 0, 8, 1, 1, 0, 9, 9, 9];
    const short = [0xff, 0xda, 0, 5, 9, 9, 9];
    const frame = segment(0xc0, "frame");
    expect(made(START, frame, wrong, END)).toEqual([START, frame, SCAN.slice(0, 10), END].flat());
    expect(made(START, frame, short, END)).toEqual([START, frame, short, END].flat());
  });

  it("has as many parts as a photo may have, and no more", () => {
    const notes = (count: number) => Array.from({ length: count }, () => segment(NOTE)).flat();
    expect(made(START, notes(MOST_PARTS - 1), SCAN, END)).toEqual([START, SCAN, END].flat());
    expect(made(START, notes(MOST_PARTS), SCAN, END)).toBeNull();
  });
});
