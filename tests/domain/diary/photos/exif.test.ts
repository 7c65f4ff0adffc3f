import { describe, expect, it } from "vitest";
import { NO_FACTS, readExif, writeExif } from "~/domain/diary/photos/exif";
import { text, u16, u32 } from "../../../support/heic";

const MOMENT = "2026:11:20 09:00:00";
const [BYTE, SHORT, LONG] = [1, 3, 4];
const HELD = 0x0112;

const field = (tag: number, type: number, value: Buffer) => Buffer.concat([u16(tag), u16(type), u32(1), value]);
/** A block in the order of bytes with the highest first, which ends with its last field. */
const block = (said: number, ...fields: Buffer[]) => Buffer.concat([text("MM\0*"), u32(8), u16(said), ...fields]);
const turned = field(HELD, SHORT, Buffer.concat([u16(6), u16(0)]));

describe("which way a photo was held", () => {
  it.each([
    ["a short number", block(1, turned), 6],
    ["a long number in the last bytes", block(1, field(HELD, LONG, u32(6))), 6],
    ["a single byte", block(1, field(HELD, BYTE, Buffer.from([6, 0, 0, 0]))), 6],
    ["the second field", block(2, field(0x0100, LONG, u32(3)), turned), 6],
    ["a field behind those that are counted", block(0, turned), 1],
    ["a field that is cut off behind its number", block(1, turned).subarray(0, -2), 1],
    ["the last way there is", block(1, field(HELD, LONG, u32(8))), 8],
    ["a way that there is not", block(1, field(HELD, LONG, u32(9))), 1],
    ["no way", block(1, field(HELD, LONG, u32(0))), 1],
  ])("is read from %s", (_, exif, orientation) => {
    expect(readExif(exif)).toEqual({ orientation, takenAt: null });
  });

  it("is read in the other order of bytes too, and in none that is unknown", () => {
    const little = Buffer.from([73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]);
    expect(readExif(little).orientation).toBe(6);
    const unknown = Buffer.concat([text("MI"), block(1, turned).subarray(2)]);
    expect([readExif(unknown), readExif(text("MM")), readExif(Buffer.alloc(0))]).toEqual(Array(3).fill(NO_FACTS));
  });
});

it.each([
  { orientation: 6, takenAt: null },
  { orientation: 1, takenAt: MOMENT },
  { orientation: 8, takenAt: MOMENT },
])("what is written is read again: $orientation, $takenAt", (facts) => {
  expect(readExif(writeExif(facts) ?? Buffer.alloc(0))).toEqual(facts);
});

it("of a photo that says neither nothing is written", () => {
  expect(writeExif(NO_FACTS)).toBeNull();
});
