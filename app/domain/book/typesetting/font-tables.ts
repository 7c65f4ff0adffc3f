/** A font file as a head, a directory of its tables, and the tables (OpenType, "sfnt"). */

const FONT_HEAD = 12;
const TABLE_RECORD = 16;

/** Reads this many bytes of a font. */
export type ReadFont = (offset: number, length: number) => Buffer;

/** The tables of a font: their four letters, and where they lie. */
export function tablesIn(read: ReadFont): { tag: string; offset: number; length: number }[] {
  const records = read(FONT_HEAD, read(0, FONT_HEAD).readUInt16BE(4) * TABLE_RECORD);
  return Array.from({ length: records.length / TABLE_RECORD }, (_, index) => {
    const at = index * TABLE_RECORD;
    return {
      tag: records.toString("latin1", at, at + 4),
      offset: records.readUInt32BE(at + 8),
      length: records.readUInt32BE(at + 12),
    };
  });
}

export interface FontTable {
  /** Four letters. */
  readonly tag: string;
  /** Nothing for a reader that does not compare it. */
  readonly checksum?: number;
  readonly content: Buffer;
}

/**
 * Joins tables to a font file, in their order.
 * @param version the first four bytes of the file.
 */
export function joinTables(version: Uint8Array, tables: readonly FontTable[]): Buffer {
  const rounds = Math.floor(Math.log2(tables.length));
  const directory = Buffer.alloc(FONT_HEAD + TABLE_RECORD * tables.length);
  directory.set(version);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(16 << rounds, 6);
  directory.writeUInt16BE(rounds, 8);
  directory.writeUInt16BE(tables.length * 16 - (16 << rounds), 10);
  const parts: Buffer[] = [directory];
  let at = directory.length;
  for (const [index, { tag, checksum = 0, content }] of tables.entries()) {
    const record = FONT_HEAD + TABLE_RECORD * index;
    directory.write(tag, record, "latin1");
    directory.writeUInt32BE(checksum, record + 4);
    directory.writeUInt32BE(at, record + 8);
    directory.writeUInt32BE(content.length, record + 12);
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
    parts.push(content, padding);
    at += content.length + padding.length;
  }
  return Buffer.concat(parts);
}
