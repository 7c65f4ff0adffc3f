import { describe, expect, it } from "vitest";
import { nameJpeg, nameOfJpeg, readJpeg } from "~/domain/book/prepress/jpeg";

const BEGIN = [0xff, 0xd8];
const END = [0xff, 0xd9];
/** A frame of 8 bits, 2 pixels high, 3 wide and of 3 channels. */
const frame = (marker = 0xc0) => [0xff, marker, 0, 11, 8, 0, 2, 0, 3, 3, 0, 0, 0];
const FOUND = { width: 3, height: 2, components: 3, bitsPerComponent: 8 };

describe("a JPEG", () => {
  it.each<[string, number[], object | null]>([
    ["of the first kind of frame is read", [...BEGIN, ...frame(), ...END], FOUND],
    ["of the last kind of frame is read", [...BEGIN, ...frame(0xcf), ...END], FOUND],
    ["with a table in the place of a frame is not", [...BEGIN, ...frame(0xc4), ...END], null],
    ["that begins as something else is not", [0, 0, ...frame(), ...END], null],
    ["that is cut off is not", [...BEGIN, ...frame()], null],
    ["whose pixels look like a frame is not", [...BEGIN, 0xff, 0xda, 0, 2, ...frame(), ...END], null],
    [
      "whose frame ends with the file is read",
      [...BEGIN, 0xff, 0xc0, 0, 8, 8, 0, 2, 0, 0xff, 0xd9],
      { ...FOUND, width: 0xff, components: 0xd9 },
    ],
    ["of nothing is not", [], null],
  ])("%s", (_, bytes, found) => {
    expect(readJpeg(Uint8Array.from(bytes))).toEqual(found);
  });

  it("has the name that was written into it, also an empty one at its very end", () => {
    const plain = Uint8Array.from([...BEGIN, ...frame(), ...END]);
    expect([nameOfJpeg(plain), nameOfJpeg(nameJpeg(plain, "week 1"))]).toEqual([null, "week 1"]);
    expect(readJpeg(nameJpeg(plain, "week 1"))).toEqual(FOUND);
    expect(nameOfJpeg(Uint8Array.from([...BEGIN, 0xff, 0xfe, 0, 2]))).toBe("");
  });
});
