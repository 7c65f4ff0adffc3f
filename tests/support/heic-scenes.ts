import { readFileSync } from "node:fs";
import { join } from "node:path";
import { box, full, text, tileOf, u16, u32 } from "./heic";

/**
 * The scene of colour tests as HEIC: 64 × 64 in four colours, encoded by Debian's heif-enc in 8 and 10 bits and, for
 * special screens, in PQ and HLG. What the file says around its picture is put together here.
 */

export type HeicScene = "8" | "10" | "pq" | "hlg";

const EDGE = 64;

interface Around {
  /** The codes of `nclx`: primaries, curve, matrix. */
  codes?: readonly [number, number, number];
  icc?: Buffer;
  /** The light of the brightest pixel, in candelas. */
  light?: number;
  /** The light of the screen it was made on, in candelas. */
  screen?: number;
  exif?: Buffer;
  /** Quarters to the left, as the file's own property. */
  turns?: number;
  /** The first is the major brand. */
  brands?: readonly string[];
}

export function heicScene(scene: HeicScene, { brands = ["heic", "mif1", "heic"], ...around }: Around = {}): Buffer {
  const path = join(process.cwd(), "tests", "support", "heic-photos", `scene-${scene}.heic`);
  return heicAround(readFileSync(path), { ...around, brands }, EDGE, EDGE);
}

/** The picture of another HEIC with other metadata around it. */
export function heicAround(
  heic: Buffer,
  { codes, icc, light, screen, exif, turns, brands = ["heic", "mif1", "heic"] }: Around,
  width: number,
  height: number,
): Buffer {
  const { hvcC, data } = tileOf(heic);
  const block = exif ? Buffer.concat([Buffer.from("\0\0\0\x06Exif\0\0", "latin1"), exif]) : null;
  const properties = [
    hvcC,
    full("ispe", 0, u32(width), u32(height)),
    ...(codes ? [box("colr", text("nclx"), ...codes.map(u16), Buffer.from([0x80]))] : []),
    ...(icc ? [box("colr", text("prof"), icc)] : []),
    ...(light === undefined ? [] : [box("clli", u16(light), u16(0))]),
    ...(screen === undefined ? [] : [box("mdcv", Buffer.alloc(16), u32(screen * 10_000), u32(0))]),
    ...(turns === undefined ? [] : [box("irot", Buffer.from([turns]))]),
  ];
  const items = [data, ...(block ? [block] : [])];
  const infos = ["hvc1", "Exif"]
    .slice(0, items.length)
    .map((type, index) => full("infe", 2, u16(index + 1), u16(0), text(type), text("\0")));
  const metaAt = (start: number) => {
    const places = items.map((item, index) => {
      const before = items.slice(0, index).reduce((sum, { length }) => sum + length, 0);
      return Buffer.concat([u16(index + 1), u16(0), u16(1), u32(start + before), u32(item.length)]);
    });
    return full(
      "meta",
      0,
      full("hdlr", 0, u32(0), text("pict"), Buffer.alloc(13)),
      full("pitm", 0, u16(1)),
      full("iinf", 0, u16(infos.length), ...infos),
      full("iloc", 0, Buffer.from([0x44, 0x00]), u16(items.length), ...places),
      ...(block ? [full("iref", 0, box("cdsc", u16(2), u16(1), u16(1)))] : []),
      box(
        "iprp",
        box("ipco", ...properties),
        full(
          "ipma",
          0,
          u32(1),
          u16(1),
          Buffer.from([properties.length, ...properties.map((_, index) => 0x80 | (index + 1))]),
        ),
      ),
    );
  };
  const [major = "heic", ...others] = brands;
  const brand = box("ftyp", text(major), u32(0), ...others.map(text));
  return Buffer.concat([brand, metaAt(brand.length + metaAt(0).length + 8), box("mdat", ...items)]);
}
