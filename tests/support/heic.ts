import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * HEIC photos. No library here writes them, so three small ones made with Debian's heif-enc lie in heic-photos; a photo
 * in tiles, as a phone writes it, is put together from two of them.
 */

const FOLDER = join(process.cwd(), "tests", "support", "heic-photos");

/** `telephone` has a place, a camera, a moment and the wide colours of Display P3; `red` and `white` are plain tiles. */
export function heicPhoto(name: "telephone" | "red" | "white"): Buffer {
  return readFileSync(join(FOLDER, `${name}.heic`));
}

const TILE = 64;

/**
 * A photo of 2 × 2 tiles as an iPhone puts it together: its upper left quarter red and the rest white once it is turned
 * as the file says, by `turns` quarters to the left; with Exif and XMP, and a text of its own kind at the end.
 */
export function tiledHeic(
  said: { exif?: Buffer; xmp?: string; note?: string } = {},
  { turns = 0, claims = TILE * 2 } = {},
): Buffer {
  // The red corner lies where turning to the left brings it to the upper left.
  const red = [0, 1, 3, 2][turns] ?? 0;
  const tiles = [0, 1, 2, 3].map((place) => tileOf(heicPhoto(place === red ? "red" : "white")));
  const exif = said.exif ? Buffer.concat([Buffer.from("\0\0\0\x06Exif\0\0", "latin1"), said.exif]) : null;
  const parts = [
    ...tiles.map(({ data }) => ({ type: "hvc1", data })),
    ...(exif ? [{ type: "Exif", data: exif }] : []),
    ...(said.xmp ? [{ type: "mime", data: Buffer.from(said.xmp) }] : []),
  ];
  const grid = Buffer.concat([Buffer.from([0, 1, 1, 1]), u32(claims), u32(claims)]);
  const infos = [{ type: "grid" }, ...parts].map(({ type }, index) =>
    full("infe", 2, u16(index + 1), u16(0), text(type), text(type === "mime" ? "\0application/rdf+xml\0" : "\0")),
  );
  const properties = [
    ...tiles.map(({ hvcC }) => hvcC),
    full("ispe", 0, u32(TILE), u32(TILE)),
    full("ispe", 0, u32(claims), u32(claims)),
    box("irot", Buffer.from([turns])),
  ];
  // A property that has to be understood has the highest bit.
  const used = [
    Buffer.concat([u16(1), Buffer.from([2, 6, 0x80 | 7])]),
    ...tiles.map((_, index) => Buffer.concat([u16(index + 2), Buffer.from([2, 0x80 | (index + 1), 5])])),
  ];
  const metaAt = (offsets: readonly number[]) =>
    full(
      "meta",
      0,
      full("hdlr", 0, u32(0), text("pict"), Buffer.alloc(12), text("In Greenwich\0")),
      full("pitm", 0, u16(1)),
      full("iinf", 0, u16(infos.length), ...infos),
      full(
        "iloc",
        1,
        Buffer.from([0x44, 0x00]),
        u16(infos.length),
        Buffer.concat([u16(1), u16(1), u16(0), u16(1), u32(0), u32(grid.length)]),
        ...parts.map(({ data }, index) =>
          Buffer.concat([...[u16(index + 2), u16(0), u16(0), u16(1)], ...[u32(offsets[index] ?? 0), u32(data.length)]]),
        ),
      ),
      full("iref", 0, box("dimg", u16(1), u16(4), u16(2), u16(3), u16(4), u16(5))),
      box("iprp", box("ipco", ...properties), full("ipma", 0, u32(used.length), ...used)),
      box("idat", grid),
    );
  const brand = box("ftyp", text("heic"), u32(0), text("mif1"), text("heic"));
  let at = brand.length + metaAt([]).length + 8;
  const offsets = parts.map(({ data }) => {
    const own = at;
    at += data.length;
    return own;
  });
  const note = said.note ? box("uuid", Buffer.alloc(16, 7), text(said.note)) : Buffer.alloc(0);
  return Buffer.concat([brand, metaAt(offsets), box("mdat", ...parts.map(({ data }) => data)), note]);
}

/** The picture data of a file with one picture, and what its decoder has to know. */
export function tileOf(heic: Buffer): { hvcC: Buffer; data: Buffer } {
  const settings = heic.indexOf("hvcC") - 4;
  const data = heic.indexOf("mdat") + 4;
  const end = data - 8 + heic.readUInt32BE(data - 8);
  return {
    hvcC: heic.subarray(settings, settings + heic.readUInt32BE(settings)),
    data: heic.subarray(data, end),
  };
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function text(words: string): Buffer {
  return Buffer.from(words, "latin1");
}

export function box(type: string, ...content: Buffer[]): Buffer {
  const bytes = content.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([u32(bytes), text(type), ...content]);
}

export function full(type: string, version: number, ...content: Buffer[]): Buffer {
  return box(type, Buffer.from([version, 0, 0, 0]), ...content);
}
