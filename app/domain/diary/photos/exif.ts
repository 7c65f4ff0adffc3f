/**
 * The two facts of a photo's metadata that its file keeps: which way it was held, so that it stays upright, and when it
 * was taken. Read from what the camera wrote, checked, and written again; everything else is left out.
 */

export interface PhotoFacts {
  /** 1 to 8; 1 is upright. */
  orientation: number;
  /** As cameras write it, such as "2026:11:20 09:00:00". */
  takenAt: string | null;
}

export const NO_FACTS: PhotoFacts = { orientation: 1, takenAt: null };

const ORIENTATION = 0x0112;
const TAKEN_AT = 0x9003;
const MORE_FACTS = 0x8769;
const [BYTE, TEXT, SHORT, LONG] = [1, 2, 3, 4];
const MOMENT = /^\d{4}:\d{2}:\d{2} \d{2}:\d{2}:\d{2}$/;
const MOMENT_BYTES = 20;
const FIELD_BYTES = 12;

/** Reads the facts from an Exif block, which begins with its order of bytes; what cannot be read is left out. */
export function readExif(block: Buffer): PhotoFacts {
  const order = block.toString("latin1", 0, 2);
  if ((order !== "II" && order !== "MM") || block.length < 8) return NO_FACTS;
  const isLittle = order === "II";
  const short = (at: number) =>
    at + 2 > block.length ? 0 : isLittle ? block.readUInt16LE(at) : block.readUInt16BE(at);
  const long = (at: number) => (at + 4 > block.length ? 0 : isLittle ? block.readUInt32LE(at) : block.readUInt32BE(at));
  const placeOf = (list: number, tag: number): number | null => {
    const fields = list === 0 ? 0 : short(list);
    for (let field = 0; field < fields; field += 1) {
      const at = list + 2 + field * FIELD_BYTES;
      if (at + FIELD_BYTES > block.length) return null;
      if (short(at) === tag) return at + 8;
    }
    return null;
  };
  /** A number in the type that its writer chose, which a field names six bytes before it. */
  const numberAt = (at: number) => {
    const type = short(at - 6);
    return type === BYTE ? (block[at] ?? 0) : type === LONG ? long(at) : short(at);
  };
  const first = long(4);
  const held = placeOf(first, ORIENTATION);
  const more = placeOf(first, MORE_FACTS);
  const moment = more === null ? null : placeOf(long(more), TAKEN_AT);
  const orientation = held === null ? 1 : numberAt(held);
  const text = moment === null ? "" : block.toString("latin1", long(moment), long(moment) + MOMENT_BYTES - 1);
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    takenAt: MOMENT.test(text) ? text : null,
  };
}

/** An Exif block with only these facts; null for a photo without any. */
export function writeExif({ orientation, takenAt }: PhotoFacts): Buffer | null {
  const isTurned = orientation !== 1;
  if (!isTurned && takenAt === null) return null;
  const fields = Number(isTurned) + Number(takenAt !== null);
  const second = 8 + 2 + fields * FIELD_BYTES + 4;
  const head = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, fields]);
  const end = Buffer.alloc(4);
  if (takenAt === null) return Buffer.concat([head, field(ORIENTATION, SHORT, 1, orientation << 16), end]);
  const text = second + 2 + FIELD_BYTES + 4;
  return Buffer.concat([
    head,
    ...(isTurned ? [field(ORIENTATION, SHORT, 1, orientation << 16)] : []),
    field(MORE_FACTS, LONG, 1, second),
    end,
    Buffer.from([0, 1]),
    field(TAKEN_AT, TEXT, MOMENT_BYTES, text),
    end,
    Buffer.from(`${takenAt}\0`, "latin1"),
  ]);
}

function field(tag: number, type: number, count: number, value: number): Buffer {
  const bytes = Buffer.alloc(FIELD_BYTES);
  bytes.writeUInt16BE(tag, 0);
  bytes.writeUInt16BE(type, 2);
  bytes.writeUInt32BE(count, 4);
  bytes.writeUInt32BE(value, 8);
  return bytes;
}
