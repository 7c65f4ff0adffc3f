import { describe, expect, it } from "vitest";
import { writeExif } from "~/domain/diary/photos/exif";
import { MOST_PARTS } from "~/domain/diary/photos/file-parts";
import { orientationOf, removeHeicMetadata } from "~/domain/diary/photos/heic-metadata";
import { box, full, text, tiledHeic, u16, u32 } from "../../../support/heic";
import { heicOfParts } from "../../../support/photos-of-parts";

const MOMENT = "2026:11:20 09:00:00";
const [PICTURE, EXIF] = [1, 2];
const exif = (orientation: number, takenAt: string | null = MOMENT) =>
  writeExif({ orientation, takenAt }) ?? Buffer.alloc(0);
const PIXELS = text("pixels of the picture");

interface Wanted {
  held?: number;
  /** The versions of how the list of items, of places and of properties are written. */
  versions?: { infos?: number; places?: number; links?: number; first?: number };
  /** The places of the picture's properties, of which the second is a turn. */
  links?: number[];
  /** The properties of the next item. */
  next?: Buffer;
  leaveOut?: string;
}

/** A HEIC of one picture and its Exif, which lies before it. */
function heic({ held = 6, versions = {}, links = [1], next, leaveOut = "none" }: Wanted = {}): Buffer {
  const { infos = 2, places = 1, links: linked = 0, first = 0 } = versions;
  const block = Buffer.concat([text("\0\0\0\x06Exif\0\0"), exif(held)]);
  const number = (isLong: boolean, value: number) => (isLong ? u32(value) : u16(value));
  const info = (id: number, type: string) =>
    full("infe", infos, number(infos === 3, id), u16(0), text(type), text("Greenwich\0"));
  const place = (id: number, from: number, bytes: number) =>
    Buffer.concat([
      ...[number(places === 2, id), places === 0 ? Buffer.alloc(0) : u16(0), u16(0)],
      ...[u16(1), u32(from), u32(bytes)],
    ]);
  const metaAt = (at: number) =>
    full(
      "meta",
      0,
      ...[
        full("pitm", first, number(first === 1, PICTURE)),
        full("iinf", 0, u16(2), info(PICTURE, "hvc1"), info(EXIF, "Exif")),
        full(
          "iloc",
          places,
          ...[Buffer.from([0x44, 0]), number(places === 2, 2)],
          ...[place(EXIF, at, block.length), place(PICTURE, at + block.length, PIXELS.length)],
        ),
        box(
          "iprp",
          box("ipco", full("ispe", 0, u32(64), u32(64)), box("irot", Buffer.from([1])), box("imir")),
          full(
            "ipma",
            linked,
            u32(next ? 2 : 1),
            number(linked === 1, PICTURE),
            Buffer.from([links.length, ...links]),
            next ?? Buffer.alloc(0),
          ),
        ),
      ].filter((part) => part.toString("latin1", 4, 8) !== leaveOut),
    );
  const brand = box("ftyp", text("heic"), u32(0), text("mif1"));
  const at = brand.length + metaAt(0).length + 8;
  return Buffer.concat([brand, metaAt(at), box("mdat", block, PIXELS)]);
}

describe("which way a HEIC was held", () => {
  it.each<[string, Wanted, number]>([
    ["is what its Exif says", {}, 6],
    ["is what its Exif says, in long numbers", { versions: { infos: 3, places: 2, first: 1, links: 1 } }, 6],
    ["is what its Exif says, in the oldest list of places", { versions: { places: 0 } }, 6],
    ["is left to a turn of the picture", { links: [1, 2] }, 1],
    ["is left to a mirror of the picture", { links: [0x83] }, 1],
    ["is left to a turn of the picture, in long numbers", { links: [2], versions: { links: 1 } }, 1],
    ["is what its Exif says where another item is turned", { next: Buffer.from([2, 2, 1, 2]) }, 6],
    ["is what its Exif says where its properties are unknown", { leaveOut: "iprp" }, 6],
    ["is what its Exif says where its first picture is unknown", { links: [2], leaveOut: "pitm" }, 6],
    ["is upright without a list of items", { leaveOut: "iinf" }, 1],
    ["is upright without a list of places", { leaveOut: "iloc" }, 1],
  ])("%s", (_, wanted, orientation) => {
    expect(orientationOf(heic(wanted))).toBe(orientation);
  });

  it("is upright in a file that says nothing of its parts", () => {
    expect(orientationOf(box("ftyp", text("heic")))).toBe(1);
  });
});

describe("a HEIC without what it says", () => {
  it.each<[string, Wanted]>([
    ["short numbers", {}],
    ["long numbers", { versions: { infos: 3, places: 2, first: 1, links: 1 } }],
    ["the oldest list of places", { versions: { places: 0 } }],
  ])("keeps its picture, its moment and its way, next to one another: %s", (_, wanted) => {
    const made = removeHeicMetadata(heic(wanted));
    expect(made?.length).toBe(heic(wanted).length);
    expect([PIXELS, MOMENT, "Greenwich"].map((words) => made?.includes(words))).toEqual([true, true, false]);
    expect(made && orientationOf(made)).toBe(6);
  });

  it("loses the names of its parts in the oldest list too, which begin where newer ones say what a part is", () => {
    const made = removeHeicMetadata(heic({ versions: { infos: 0 } }));
    expect(["hvc1", "Greenwich"].map((words) => made?.includes(words))).toEqual([false, false]);
  });

  it("keeps its moment in the last bytes of the file, which have just room for it", () => {
    expect(removeHeicMetadata(tiledHeic({ exif: exif(1) }))?.includes(MOMENT)).toBe(true);
  });

  it.each(["iinf", "iloc", "iprp"])("is not one without its part %s", (leaveOut) => {
    expect(removeHeicMetadata(heic({ leaveOut }))).toBeNull();
  });

  it("is not one where nothing says what it is made of", () => {
    expect(removeHeicMetadata(box("ftyp", text("heic")))).toBeNull();
  });

  it("has as many boxes, places and properties as a photo may have, and no more", () => {
    const isTaken = (file: Buffer) => removeHeicMetadata(file)?.length === file.length;
    const boxes = (count: number) => isTaken(heicOfParts({ boxes: count - 2, extents: 1 }));
    const places = (count: number) => isTaken(heicOfParts({ boxes: 1, extents: count - 1 }));
    const properties = (count: number) => {
      const more = (links: number) => Buffer.concat([u16(PICTURE), Buffer.from([links]), Buffer.alloc(links, 1)]);
      const full = Array.from({ length: Math.floor((count - 1) / 250) }, () => more(250));
      return isTaken(heic({ next: Buffer.concat([...full, more((count - 1) % 250)]) }));
    };
    for (const of of [boxes, places, properties]) expect([of(MOST_PARTS), of(MOST_PARTS + 1)]).toEqual([true, false]);
  });
});
