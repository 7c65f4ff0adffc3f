import sharp from "sharp";

/**
 * Reads a QR code from a drawing: its modules, its mask and the text in them. Covers versions 1 to 6 at error
 * correction level M, without damage (ISO/IEC 18004).
 */

/** Data codewords of each block, by version, at level M. */
const BLOCKS: Readonly<Record<number, readonly number[]>> = {
  1: [16],
  2: [28],
  3: [44],
  4: [32, 32],
  5: [43, 43],
  6: [27, 27, 27, 27],
};

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The modules of a drawing whose margin is four modules wide. */
async function squaresOf(svg: string): Promise<boolean[][]> {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const scale = 8;
  const { data, info } = await sharp(Buffer.from(svg), { density: 72 })
    .resize(side * scale, side * scale, { kernel: "nearest" })
    .flatten({ background: "#fff" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isDark = (row: number, column: number) =>
    (data[((row + 0.5) * scale * info.width + (column + 0.5) * scale) * info.channels] ?? 255) < 128;
  return Array.from({ length: side - 8 }, (_, row) =>
    Array.from({ length: side - 8 }, (__, column) => isDark(row + 4, column + 4)),
  );
}

/** The text of a QR code. */
export async function readQr(svg: string): Promise<string> {
  const squares = await squaresOf(svg);
  const size = squares.length;
  const version = (size - 17) / 4;
  const dark = (row: number, column: number) => squares[row]?.[column] ?? false;
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => (dark(8, column) ? 1 : 0));
  const bits = format.slice(0, 5).map((bit, place) => bit ^ ((0b10101 >> (4 - place)) & 1));
  if (bits[0] !== 0 || bits[1] !== 0) throw new Error("Not at error correction M.");
  const mask = MASKS[(bits[2] ?? 0) * 4 + (bits[3] ?? 0) * 2 + (bits[4] ?? 0)];
  const isFixed = (row: number, column: number) =>
    (row < 9 && (column < 9 || column >= size - 8)) ||
    (row >= size - 8 && column < 9) ||
    row === 6 ||
    column === 6 ||
    (version > 1 && Math.abs(row - (size - 7)) < 3 && Math.abs(column - (size - 7)) < 3);
  const stream: number[] = [];
  let isUpwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = isUpwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!isFixed(row, column)) stream.push(dark(row, column) !== mask?.(row, column) ? 1 : 0);
      }
    }
    isUpwards = !isUpwards;
  }
  return wordsOf(stream, BLOCKS[version] ?? []);
}

function wordsOf(stream: readonly number[], blocks: readonly number[]): string {
  const byteAt = (place: number) => stream.slice(place * 8, place * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0);
  const data = blocks.flatMap((length, block) =>
    Array.from({ length }, (_, place) => byteAt(place * blocks.length + block)),
  );
  const bits = data.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  if (bits.slice(0, 4) !== "0100") throw new Error("Not in bytes.");
  const length = Number.parseInt(bits.slice(4, 12), 2);
  const bytes = Array.from({ length }, (_, place) => Number.parseInt(bits.slice(12 + place * 8, 20 + place * 8), 2));
  return Buffer.from(bytes).toString("utf8");
}
