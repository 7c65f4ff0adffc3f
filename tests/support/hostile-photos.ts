import { deflateSync, gzipSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/**
 * Harmful or broken files sent as photos, with their expected outcome. A bench measures them, a test checks the
 * outcomes.
 */

export interface HostilePhoto {
  what: string;
  content: Buffer;
  /** The reason for the refusal, or "encoded_again": re-encoded without anything it carried. */
  outcome: "not_a_photo" | "other_kind" | "incomplete" | "too_many_pixels" | "encoded_again";
  /** The content that must not survive. */
  trace?: string;
}

const PROGRAM = "<?php system($_GET['x']); ?><script>alert(1)</script>";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
const PAGE = "<!doctype html><script>alert(1)</script>";
/** A square of about the allowed number of pixels. */
const SIDE = 7000;

/** Makes all files; each is at most a few hundred kilobytes. */
export async function hostilePhotos(): Promise<HostilePhoto[]> {
  return [...disguises(), ...(await broken()), ...claims(), ...(await carriers())];
}

function refused(
  what: string,
  content: Buffer | string,
  outcome: HostilePhoto["outcome"] = "not_a_photo",
): HostilePhoto {
  const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
  return { what, content: bytes, outcome };
}

/** A picture or a film of a kind that is not taken. */
function other(what: string, content: string): HostilePhoto {
  return refused(what, content, "other_kind");
}

/** What begins as a photo, and is not a whole one. */
function damaged(what: string, content: Buffer | string): HostilePhoto {
  return refused(what, content, "incomplete");
}

function tooLarge(what: string, content: Buffer): HostilePhoto {
  return { what, content, outcome: "too_many_pixels" };
}

/** Other file types named as photos. */
function disguises(): HostilePhoto[] {
  const zip = "PK\x03\x04\x14\0\0\0\x08\0";
  const frame = "!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0";
  const box = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`;
  return [
    refused("a text", "This is not a picture."),
    refused("nothing, 0 bytes", ""),
    refused("one byte", "\xff"),
    refused("a drawing (SVG)", SVG),
    refused("a drawing with an XML head", `<?xml version="1.0"?>${SVG}`),
    refused("a drawing, packed (SVGZ)", gzipSync(SVG)),
    refused("an XML file that asks for another file", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'),
    refused("a page (HTML)", PAGE),
    refused("a page behind a byte order mark", `\xff\xfe${PAGE}`),
    refused("a program (PHP)", PROGRAM),
    refused("a program of this machine (ELF)", "\x7fELF\x02\x01\x01\0"),
    refused("a program of Windows", "MZ\x90\0\x03\0\0\0"),
    refused("a shell script", "#!/bin/sh\nrm -rf /\n"),
    refused("orders to a picture program (MVG)", "push graphic-context\nfill 'url(https://x.example/\"|ls\")'"),
    refused("PostScript", "%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file"),
    refused("a PDF", "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF"),
    refused("a zip", zip),
    refused("an empty zip", `PK\x05\x06${"\0".repeat(18)}`),
    other("a GIF", `GIF89a\x01\0\x01\0\0\0\0${frame};`),
    other("a GIF of ten thousand pictures", `GIF89a\x01\0\x01\0\0\0\0${frame.repeat(10_000)};`),
    other("a GIF that is a program too", "GIF89a/*\0\0*/=1;alert(1)//"),
    other("a TIFF", "II*\0\x08\0\0\0\0\0"),
    other("a TIFF the other way round", "MM\0*\0\0\0\x08\0\0"),
    other("a bitmap (BMP)", `BM${"\0".repeat(60)}`),
    refused("an icon (ICO)", `\0\0\x01\0\x01\0${"\0".repeat(40)}`),
    other("a picture of Photoshop", "8BPS\0\x01\0\0\0\0\0\0\0\x03"),
    damaged("a photo of an iPhone (HEIC)", box("heic")),
    other("an AVIF", box("avif")),
    other("a film (MP4)", box("isom")),
    other("a JPEG 2000", "\0\0\0\x0cjP  \r\n\x87\n"),
    other("a JPEG XL", "\xff\x0a\0\0\0\0"),
    refused("a sound in the wrapping of a WebP", "RIFF\x24\0\0\0WAVEfmt "),
    refused("a photo written out as text", `data:image/jpeg;base64,${"/9j/".repeat(20)}`),
  ];
}

/** Photos with a valid start that break off. */
async function broken(): Promise<HostilePhoto[]> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const noisy = () => sharp({ create: { width: 200, height: 150, channels: 3, background: "#888", noise } });
  const cuts = await Promise.all(
    (["jpeg", "png", "webp"] as const).map(async (format) => {
      const whole = await noisy().toFormat(format).toBuffer();
      return damaged(`a ${format} that stops in the middle`, whole.subarray(0, whole.length >> 1));
    }),
  );
  const scratched = await noisy().jpeg().toBuffer();
  scratched.set(END, scratched.length >> 1);
  const sums = await noisy().png().toBuffer();
  sums.writeUInt32BE(0xbad, 29);
  return [
    ...cuts,
    damaged("a JPEG that says in the middle that this was all", scratched),
    damaged("a PNG whose sums are wrong", sums),
    damaged("a PNG without a picture", png(20, 20, Buffer.alloc(0))),
    damaged("a PNG of no size", png(0, 0, Buffer.alloc(0))),
    damaged("a PNG with too little in it", png(500, 500, deflateSync(Buffer.alloc(100)))),
    damaged("the first three bytes of a JPEG", "\xff\xd8\xff"),
    damaged("the beginning of a JPEG and then a program", `\xff\xd8\xff\xe0${PROGRAM}`),
    damaged("the beginning of a WebP", "RIFF\x10\0\0\0WEBPVP8 "),
  ];
}

/** Small files that would need much memory or time. */
function claims(): HostilePhoto[] {
  const flat = Buffer.concat([...parts(65_500, 65_500, 3, 0xc0), scan(3, [0, 63, 0, 0]), END]);
  const canvas = "RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\x3f\0\xff\x3f\0";
  return [
    tooLarge("a PNG of 60,000 × 60,000", png(60_000, 60_000, Buffer.alloc(0))),
    tooLarge("a PNG of a few pixels more than there may be", png(10_000, 5001, Buffer.alloc(0))),
    tooLarge("a JPEG of 65,500 × 65,500", flat),
    damaged("a WebP of 16,384 × 16,384", canvas),
    refused("a JPEG of 49 megapixels drawn in 882 scans", jpegOfScans(SIDE, SIDE, 882)),
  ];
}

/** Valid photos with content that must be removed. */
async function carriers(): Promise<HostilePhoto[]> {
  const photo = (): Sharp => sharp({ create: { width: 90, height: 60, channels: 3, background: "#3c8f4a" } });
  const jpeg = await photo().jpeg().toBuffer();
  const picture = await photo().png().toBuffer();
  const made = (what: string, content: Buffer, trace = "alert(1)"): HostilePhoto => ({
    what,
    content,
    outcome: "encoded_again",
    trace,
  });
  const within = (mark: number, words: string) =>
    Buffer.concat([jpeg.subarray(0, 2), segment(mark, Buffer.from(words, "latin1")), jpeg.subarray(2)]);
  const beforeEnd = (name: string, content: Buffer) => {
    const end = picture.length - 12;
    return Buffer.concat([picture.subarray(0, end), pngChunk(name, content), picture.subarray(end)]);
  };
  const negative = await photo().negate().png().toBuffer();
  const moving = await sharp([picture, negative], { join: { animated: true } })
    .webp()
    .toBuffer();
  return [
    made("a JPEG with a program for its comment", within(0xfe, PROGRAM)),
    made("a JPEG with a program behind it", Buffer.concat([jpeg, Buffer.from(PROGRAM)])),
    made("a JPEG with a zip behind it", Buffer.concat([jpeg, Buffer.from("PK\x03\x04secret.zip")]), "secret.zip"),
    made("a JPEG with a program for its fields", within(0xe1, `Exif\0\0${PROGRAM}`)),
    made("a JPEG with a program for its colours", within(0xe2, `ICC_PROFILE\0\x01\x01${PROGRAM}`)),
    made("a JPEG with fields of Photoshop", within(0xed, `Photoshop 3.0\0${PROGRAM}`)),
    made("a PNG with a page behind it", Buffer.concat([picture, Buffer.from(PAGE)])),
    made("a PNG with a program for a note", beforeEnd("tEXt", Buffer.from(`Comment\0${PROGRAM}`))),
    made(
      "a PNG with a note of twenty megabytes, packed",
      beforeEnd("zTXt", Buffer.concat([Buffer.from("Note\0\0"), deflateSync(Buffer.alloc(20_000_000, "alert(1)"))])),
      "zTXt",
    ),
    made("a WebP that moves", moving, "ANIM"),
  ];
}

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);

function segment(mark: number, content: Uint8Array): Buffer {
  const head = Buffer.from([0xff, mark, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The header of a JPEG whose only code, a single 0, repeats the previous block. */
function parts(width: number, height: number, channels: number, frame: number): Buffer[] {
  const size = [8, height >> 8, height & 255, width >> 8, width & 255, channels];
  const each = Array.from({ length: channels }, (_, channel) => [channel + 1, 0x11, 0]).flat();
  const code = (table: number, meaning: number) => [table, 1, ...Array(15).fill(0), meaning];
  return [
    START,
    segment(0xdb, Buffer.from([0, ...Array(64).fill(1)])),
    segment(frame, Buffer.from([...size, ...each])),
    segment(0xc4, Buffer.from(code(0, 0))),
    segment(0xc4, Buffer.from(code(0x10, frame === 0xc2 ? 0xe0 : 0))),
  ];
}

function scan(channels: number, [from, to, high, low]: readonly [number, number, number, number]): Buffer {
  const each = Array.from({ length: channels }, (_, channel) => [channel + 1, 0]).flat();
  return segment(0xda, Buffer.from([channels, ...each, from, to, (high << 4) | low]));
}

/** A valid grey picture, encoded as many scans of one frequency: small to send and slow to decode. */
export function jpegOfScans(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // "The next 32,767 blocks are empty": a 0 and fourteen 1s; after a byte of 255 comes a zero byte.
  const run = "0".concat("1".repeat(14)).repeat(Math.ceil(blocks / 32_767));
  const bytes = (run.padEnd(Math.ceil(run.length / 8) * 8, "1").match(/.{8}/g) ?? []).map((bits) =>
    Number.parseInt(bits, 2),
  );
  const nothing = Buffer.from(bytes.flatMap((byte) => (byte === 255 ? [255, 0] : [byte])));
  const drawn = Array.from({ length: scans }, (_, index) => {
    const [frequency, low] = [1 + Math.floor(index / 14), 13 - (index % 14)];
    return [scan(1, [frequency, frequency, low === 13 ? 0 : low + 1, low]), nothing];
  });
  const first = [scan(1, [0, 0, 0, 0]), Buffer.alloc(Math.ceil(blocks / 8))];
  return Buffer.concat([...parts(width, height, 1, 0xc2), ...first, ...drawn.flat(), END]);
}

/** A flat CMYK picture, which takes longest to convert to RGB. */
export function flatPrintColours(width: number, height: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  return Buffer.concat([...parts(width, height, 4, 0xc0), scan(4, [0, 63, 0, 0]), Buffer.alloc(blocks), END]);
}

/** A PNG that claims this many pixels, regardless of its content. */
function png(width: number, height: number, content: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const end = pngChunk("IEND", Buffer.alloc(0));
  return Buffer.concat([signature, pngChunk("IHDR", header), pngChunk("IDAT", content), end]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** PNG's checksum. */
function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
