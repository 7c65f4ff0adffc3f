import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { chunkOf } from "~/domain/diary/photos/png-chunks.server";

/** The scene of colour tests: four quarters in red, green, blue and nearly white, as pixels of any kind of colours. */

export const SCENE = [
  [200, 40, 40],
  [40, 180, 60],
  [50, 60, 200],
  [230, 230, 230],
] as const;

/** A colour's three numbers, 0 to 1. */
export type Coded = readonly number[];

const [WIDTH, HEIGHT] = [160, 120];

export const inSrgb: Coded[] = SCENE.map((colour) => colour.map((part) => part / 255));

/** The scene's light in the primaries of BT.2020, of which 1 is white paper. */
const light: Coded[] = inSrgb.map((colour) => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return [
    0.6274 * red + 0.3293 * green + 0.0433 * blue,
    0.0691 * red + 0.9195 * green + 0.0114 * blue,
    0.0164 * red + 0.088 * green + 0.8956 * blue,
  ];
});

const PAPER_WHITE = 203;

/** For a screen of PQ; `brighter` times as bright as paper. */
export function inPq(brighter = 1): Coded[] {
  const code = (candelas: number) => {
    const root = (candelas / 10_000) ** 0.1593017578125;
    return ((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root)) ** 78.84375;
  };
  return light.map((colour) => colour.map((part) => code(part * PAPER_WHITE * brighter)));
}

/** For a screen of HLG with 1,000 candelas. */
export function inHlg(): Coded[] {
  const code = (part: number) =>
    part <= 1 / 12 ? Math.sqrt(3 * part) : 0.17883277 * Math.log(12 * part - 0.28466892) + 0.55991073;
  return light.map((colour) => {
    const [red = 0, green = 0, blue = 0] = colour.map((part) => (part * PAPER_WHITE) / 1000);
    const luminance = 0.2627 * red + 0.678 * green + 0.0593 * blue;
    return [red, green, blue].map((part) => code(part * luminance ** (1 / 1.2 - 1)));
  });
}

export function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** The scene as a PNG with these chunks before its picture. */
export function scenePng(depth: 8 | 16, colours: readonly Coded[], chunks: readonly Buffer[] = []): Buffer {
  const bytes = depth / 8;
  const step = 1 + WIDTH * 3 * bytes;
  const rows = Buffer.alloc(HEIGHT * step);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const colour = colours[(y < HEIGHT / 2 ? 0 : 2) + (x < WIDTH / 2 ? 0 : 1)] ?? [];
      for (const [part, share] of colour.entries()) {
        const at = y * step + 1 + (x * 3 + part) * bytes;
        rows.writeUIntBE(Math.round(share * (2 ** depth - 1)), at, bytes);
      }
    }
  }
  const header = Buffer.concat([longs(WIDTH, HEIGHT), Buffer.from([depth, 2, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunkOf("IHDR", header),
    ...chunks,
    chunkOf("IDAT", deflateSync(rows)),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
}

/** The profile of Display P3, or of sRGB, that the encoder writes. */
export async function profileNamed(name: "p3" | "srgb"): Promise<Buffer> {
  const { icc } = await sharp(await sharp(scenePng(8, inSrgb)).withIccProfile(name).png().toBuffer()).metadata();
  if (!icc) throw new Error("The encoder wrote no profile.");
  return icc;
}

/** The scene's numbers, encoded as they are, with a profile that says what they mean. */
export async function sceneWithProfile(format: "jpeg" | "webp", profile: "p3" | "srgb" | null): Promise<Buffer> {
  const quality = format === "jpeg" ? { quality: 95, chromaSubsampling: "4:4:4" } : { lossless: true };
  const plain = await sharp(scenePng(8, inSrgb)).toFormat(format, quality).toBuffer();
  if (!profile) return plain;
  const icc = await profileNamed(profile);
  if (format === "jpeg") {
    const segment = Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\x01", "latin1"), icc]);
    const head = Buffer.from([0xff, 0xe2, (segment.length + 2) >> 8, (segment.length + 2) & 255]);
    return Buffer.concat([plain.subarray(0, 2), head, segment, plain.subarray(2)]);
  }
  // The extended header: what there is, and the size less one.
  const extended = Buffer.alloc(10);
  extended[0] = 0x20;
  extended.writeUIntLE(WIDTH - 1, 4, 3);
  extended.writeUIntLE(HEIGHT - 1, 7, 3);
  const part = (name: string, content: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`, "latin1");
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const parts = Buffer.concat([Buffer.from("WEBP"), part("VP8X", extended), part("ICCP", icc), plain.subarray(12)]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(parts.length, 4);
  return Buffer.concat([head, parts]);
}

/** The colours in the middle of the four quarters. */
export async function quartersOf(picture: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ].map(([x = 0, y = 0]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(at, at + 3)];
  });
}
