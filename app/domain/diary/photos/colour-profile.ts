import { type ColourSpace, type Curve, D50, matrixToD50, type Vector } from "./colour-spaces";

/**
 * Colour profiles (ICC.1, version 2) of what a file says in other ways, so that one engine converts whatever comes. They
 * live as long as a photo is drawn.
 */

const CURVE_STEPS = 4096;

/** The profile of a colour space whose white is that of paper. */
export function profileOf({ primaries, curve }: ColourSpace, isGrey: boolean): Buffer {
  const table = curveTag(curve);
  if (isGrey) return profile("GRAY", [["kTRC", table]]);
  const matrix = matrixToD50(primaries);
  const column = (index: 0 | 1 | 2) => xyzTag([matrix[0][index], matrix[1][index], matrix[2][index]]);
  return profile("RGB ", [
    ["rXYZ", column(0)],
    ["gXYZ", column(1)],
    ["bXYZ", column(2)],
    ["rTRC", table],
    ["gTRC", table],
    ["bTRC", table],
  ]);
}

function profile(pixels: string, tags: readonly (readonly [name: string, content: Buffer])[]) {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x02400000, 8);
  header.write(`mntr${pixels}XYZ `, 12, "latin1");
  header.write("acsp", 36, "latin1");
  header.set(numbers(D50), 68);
  const all: [string, Buffer][] = [["wtpt", xyzTag(D50)], ...tags.map(([name, tag]): [string, Buffer] => [name, tag])];
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

function sixteenBits(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 0xffff);
}

/** As `s15Fixed16Number`. */
function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), index * 4);
  return bytes;
}
