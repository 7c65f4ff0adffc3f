import { deflateSync } from "node:zlib";

/**
 * Files that begin as photos and are made of as many small parts as fit: what a reader of photos costs must grow with
 * the size of the file alone, and a file of more parts than a photo has is refused.
 */
export interface PhotoOfParts {
  name: string;
  make(bytes: number): Buffer;
}

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (words: string) => Buffer.from(words, "latin1");
const repeat = (part: Buffer, bytes: number) =>
  Buffer.alloc(Math.max(1, Math.floor(bytes / part.length)) * part.length, part);

const box = (type: string, ...content: Buffer[]) => {
  const whole = Buffer.concat(content);
  return Buffer.concat([u32(whole.length + 8), text(type), whole]);
};

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const chunk = (name: string, content: Buffer) => Buffer.concat([u32(content.length), text(name), content, u32(0)]);

function webp(part: Buffer, bytes: number): Buffer {
  const content = Buffer.concat([text("WEBP"), repeat(part, bytes)]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** A HEIC of many extents in one item, and many boxes of picture data. */
export function heicOfParts({ boxes, extents }: { boxes: number; extents: number }): Buffer {
  const infe = box("infe", Buffer.from([2, 0, 0, 0]), u16(1), u16(0), text("hvc1\0"));
  const places = Buffer.concat(Array.from({ length: extents }, (_, index) => Buffer.concat([u32(index % 64), u32(1)])));
  const iloc = box(
    "iloc",
    ...[Buffer.from([0, 0, 0, 0]), Buffer.from([0x44, 0]), u16(1), u16(1), u16(0), u16(extents), places],
  );
  const iinf = box("iinf", Buffer.from([0, 0, 0, 0]), u16(1), infe);
  const meta = box("meta", Buffer.alloc(4), iinf, iloc, box("iprp", box("ipco")));
  return Buffer.concat([
    box("ftyp", text("heic"), u32(0), text("mif1heic")),
    meta,
    ...Array<Buffer>(boxes).fill(box("mdat")),
  ]);
}

/** An Exif block whose directories are full and point at themselves. */
export function exifInCircles(bytes: number): Buffer {
  const fields = Math.min(65_535, Math.floor(bytes / 12));
  const field = Buffer.concat([u16(0x8769), u16(4), u32(1), u32(8)]);
  return Buffer.concat([text("MM\0*"), u32(8), u16(fields), repeat(field, fields * 12)]);
}

export const PHOTOS_OF_PARTS: readonly PhotoOfParts[] = [
  {
    name: "a JPEG of restart markers",
    make: (bytes) => Buffer.concat([JPEG, repeat(Buffer.from([0xff, 0xd0]), bytes)]),
  },
  {
    name: "a JPEG of empty comments",
    make: (bytes) => Buffer.concat([JPEG, repeat(Buffer.from([0xff, 0xfe, 0, 2]), bytes)]),
  },
  {
    name: "a JPEG of filling bytes",
    make: (bytes) => Buffer.concat([JPEG, Buffer.alloc(bytes, 0xff)]),
  },
  {
    name: "a JPEG of empty scans",
    make: (bytes) => Buffer.concat([JPEG, repeat(Buffer.from([0xff, 0xda, 0, 2, 0, 0]), bytes)]),
  },
  {
    name: "a JPEG of one scan of restarts",
    make: (bytes) => Buffer.concat([JPEG, Buffer.from([0xff, 0xda, 0, 2]), repeat(Buffer.from([0xff, 0xd0]), bytes)]),
  },
  {
    name: "a JPEG of directories in circles",
    make: (bytes) => {
      const content = Buffer.concat([text("Exif\0\0"), exifInCircles(60_000)]);
      return Buffer.concat([
        JPEG,
        repeat(Buffer.concat([Buffer.from([0xff, 0xe1]), u16(content.length + 2), content]), bytes),
      ]);
    },
  },
  {
    name: "a PNG of empty chunks",
    make: (bytes) => Buffer.concat([PNG, repeat(chunk("IDAT", Buffer.alloc(0)), bytes)]),
  },
  {
    name: "a PNG of directories in circles",
    make: (bytes) => Buffer.concat([PNG, repeat(chunk("eXIf", exifInCircles(6_000)), bytes)]),
  },
  {
    name: "a PNG with a packed profile of a thousand times its size",
    make: (bytes) =>
      Buffer.concat([
        PNG,
        chunk("iCCP", Buffer.concat([text("p\0\0"), deflateSync(Buffer.alloc(Math.min(bytes * 1000, 200_000_000)))])),
      ]),
  },
  { name: "a WebP of empty chunks", make: (bytes) => webp(Buffer.from("VP8 \0\0\0\0", "latin1"), bytes) },
  {
    name: "a WebP of empty pictures that move",
    make: (bytes) => webp(Buffer.concat([text("ANMF"), Buffer.from([16, 0, 0, 0]), Buffer.alloc(16)]), bytes),
  },
  {
    name: "a HEIC of boxes and extents",
    make: (bytes) =>
      heicOfParts({ boxes: Math.floor(bytes / 2 / 8), extents: Math.min(65_535, Math.floor(bytes / 2 / 8)) }),
  },
  {
    name: "a HEIC of brands",
    make: (bytes) => box("ftyp", text("mif1"), u32(0), repeat(text("mif2"), bytes)),
  },
];
