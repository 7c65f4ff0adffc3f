import {
  BT2020_PRIMARIES,
  type ColourSpace,
  type Curve,
  D50,
  type Matrix,
  matrixToD50,
  times,
  type Vector,
} from "./colour-spaces";
import { lightOf, toneMapFor } from "./tone-mapping";

/**
 * Colour profiles (ICC.1, version 2) of what a file says in other ways, so that one engine converts whatever comes. They
 * live as long as a photo is drawn.
 */

const CURVE_STEPS = 4096;
/** Points along each edge of a table of colours. */
const GRID = 33;

/** The profile of a colour space whose white is that of paper. */
export function profileOf({ primaries, curve }: ColourSpace, isGrey: boolean): Buffer {
  const table = curveTag(curve);
  if (isGrey) return profile("GRAY", "XYZ ", [["kTRC", table]]);
  const matrix = matrixToD50(primaries);
  const column = (index: 0 | 1 | 2) => xyzTag([matrix[0][index], matrix[1][index], matrix[2][index]]);
  return profile("RGB ", "XYZ ", [
    ["rXYZ", column(0)],
    ["gXYZ", column(1)],
    ["bXYZ", column(2)],
    ["rTRC", table],
    ["gTRC", table],
    ["bTRC", table],
  ]);
}

/**
 * The profile of a picture for special screens, tone-mapped.
 * @param brightest the light of its brightest part, of which 1 is white paper
 */
export function toneMappedProfile(
  { transfer, primaries }: { transfer: number; primaries: ColourSpace["primaries"] | undefined },
  brightest: number,
  isGrey: boolean,
): Buffer {
  const toneMap = toneMapFor(brightest);
  const shown = (coded: Vector) => toneMap(lightOf(transfer, coded));
  if (isGrey)
    return profileOf(
      { primaries: BT2020_PRIMARIES, curve: (coded) => shown([coded, coded, coded])[0] },
      true,
    );
  const matrix = matrixToD50(primaries ?? BT2020_PRIMARIES);
  return profile("RGB ", "Lab ", [["A2B0", colourTableTag(matrix, shown)]]);
}

function profile(
  pixels: string,
  connection: string,
  tags: readonly (readonly [name: string, content: Buffer])[],
) {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x02400000, 8);
  header.write(`mntr${pixels}${connection}`, 12, "latin1");
  header.write("acsp", 36, "latin1");
  header.set(numbers(D50), 68);
  const all: [string, Buffer][] = [
    ["wtpt", xyzTag(D50)],
    ...tags.map(([name, tag]): [string, Buffer] => [name, tag]),
  ];
  const table = Buffer.alloc(4 + all.length * 12);
  table.writeUInt32BE(all.length, 0);
  let at = header.length + table.length;
  const contents: Buffer[] = [];
  for (const [index, [name, content]] of all.entries()) {
    const entry = 4 + index * 12;
    table.write(name, entry, "latin1");
    table.writeUInt32BE(at, entry + 4);
    table.writeUInt32BE(content.length, entry + 8);
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    contents.push(padded);
    at += padded.length;
  }
  header.writeUInt32BE(at, 0);
  return Buffer.concat([header, table, ...contents]);
}

function xyzTag(value: Vector): Buffer {
  return Buffer.concat([Buffer.from("XYZ \0\0\0\0", "latin1"), numbers(value)]);
}

function curveTag(curve: Curve): Buffer {
  const content = Buffer.alloc(12 + CURVE_STEPS * 2);
  content.write("curv", 0, "latin1");
  content.writeUInt32BE(CURVE_STEPS, 8);
  for (let step = 0; step < CURVE_STEPS; step += 1) {
    content.writeUInt16BE(sixteenBits(curve(step / (CURVE_STEPS - 1))), 12 + step * 2);
  }
  return content;
}

/** A table from coded colours to Lab, between whose points is interpolated (`lut16Type`). */
function colourTableTag(matrix: Matrix, shown: (coded: Vector) => Vector): Buffer {
  const STRAIGHT = [0, 0xffff];
  const head = Buffer.from("mft2\0\0\0\0\x03\x03\0\0", "latin1");
  head[10] = GRID;
  const identity = numbers([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const straight = words(STRAIGHT, STRAIGHT, STRAIGHT);
  const points = Buffer.alloc(GRID ** 3 * 6);
  let at = 0;
  const step = (index: number) => index / (GRID - 1);
  for (let red = 0; red < GRID; red += 1) {
    for (let green = 0; green < GRID; green += 1) {
      for (let blue = 0; blue < GRID; blue += 1) {
        const [lightness, a, b] = labOf(times(matrix, shown([step(red), step(green), step(blue)])));
        at = points.writeUInt16BE(sixteenBits((lightness * 0xff00) / 100 / 0xffff), at);
        at = points.writeUInt16BE(sixteenBits(((a + 128) * 256) / 0xffff), at);
        at = points.writeUInt16BE(sixteenBits(((b + 128) * 256) / 0xffff), at);
      }
    }
  }
  return Buffer.concat([head, identity, words([2, 2]), straight, points, straight]);
}

function labOf([x, y, z]: Vector): Vector {
  const root = (share: number) =>
    share > 216 / 24_389 ? Math.cbrt(share) : ((24_389 / 27) * share + 16) / 116;
  const [forX, forY, forZ] = [root(x / D50[0]), root(y / D50[1]), root(z / D50[2])];
  return [116 * forY - 16, 500 * (forX - forY), 200 * (forY - forZ)];
}

function sixteenBits(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 0xffff);
}

function words(...lists: readonly (readonly number[])[]): Buffer {
  const all = lists.flat();
  const bytes = Buffer.alloc(all.length * 2);
  for (const [index, word] of all.entries()) bytes.writeUInt16BE(word, index * 2);
  return bytes;
}

/** As `s15Fixed16Number`. */
function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), index * 4);
  return bytes;
}
