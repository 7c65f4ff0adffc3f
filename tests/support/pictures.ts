import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { settings } from "~/adapters/settings.server";

/** Pictures made for the tests, and files that only pretend to be pictures. */

export function plain(width: number, height: number, background = "#3c8f4a"): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A picture whose upper left quarter is red and whose rest is white, so that it shows which way is up. */
export async function redCorner(width: number, height: number): Promise<Buffer> {
  const corner = await plain(width / 2, height / 2, "#ff0000")
    .png()
    .toBuffer();
  return plain(width, height, "#ffffff")
    .composite([{ input: corner, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

/** A JPEG as a phone writes it: with location, camera and orientation. */
export function fromPhone(picture: Sharp, orientation = 1): Promise<Buffer> {
  return picture
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: "Telephone maker", Model: "Model with a name" },
      IFD2: { DateTimeOriginal: "2026:11:20 09:00:00" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 26/1", GPSLongitudeRef: "W" },
    })
    .jpeg()
    .toBuffer();
}

/** Writes a file as the request guard does with an upload. Gives its path. */
export function sentFile(content: Buffer | string, name = "photo.jpg"): string {
  const folder = join(settings.dataFolder, "incoming");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${randomUUID()}-${name}`);
  writeFileSync(path, content);
  return path;
}

/** A PNG whose header says it has this many pixels, without any pixel data. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk("IHDR", header), pngChunk("IDAT", Buffer.alloc(0))]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** CRC-32, the checksum of PNG and of ZIP archives. */
export function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
