import { crc32 } from "node:zlib";

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A part of a PNG, with its length, name and sum. */
export function chunkOf(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(name, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content, crc32(head.subarray(4))), 0);
  return Buffer.concat([head, content, sum]);
}
