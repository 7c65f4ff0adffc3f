import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type ImageKind, imageKindOf } from "~/domain/diary/photos/image-kinds";
import { removeMetadata } from "~/domain/diary/photos/metadata-removal.server";
import { heicPhoto, tiledHeic } from "../../../support/heic";
import { crc32, fromPhone, plain, redCorner } from "../../../support/pictures";

/** Text in the photos below about the person who took them. */
const SAID = ["Telephone maker", "Model with a name", "51.5074", "Greenwich", "xmpmeta", "GPS"];
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51.5074N"/></rdf:RDF></x:xmpmeta>';
const MOMENT = "2026:11:20 09:00:00";

function freed(file: Buffer, kind: ImageKind): Buffer {
  expect(imageKindOf(file)).toBe(kind);
  const made = removeMetadata(file, kind);
  if (!made) throw new Error("Refused.");
  return made;
}

const whatIsSaid = (file: Buffer) => SAID.filter((words) => file.includes(words));

const pixelsOf = (file: Buffer) => sharp(file, { pages: -1 }).raw().toBuffer();

async function expectSamePicture(made: Buffer, sent: Buffer) {
  expect((await pixelsOf(made)).equals(await pixelsOf(sent))).toBe(true);
  const [after, before] = [await sharp(made).metadata(), await sharp(sent).metadata()];
  expect([after.orientation ?? 1, after.icc]).toEqual([before.orientation ?? 1, before.icc]);
}

/** The Exif block of a phone, as it is in every kind of file. */
async function exifOf(orientation: number): Promise<Buffer> {
  const { exif } = await sharp(await fromPhone(plain(8, 8), orientation)).metadata();
  if (!exif) throw new Error("The camera wrote nothing.");
  return exif.subarray(6);
}

function segment(mark: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, "latin1");
  return Buffer.concat([Buffer.from([0xff, mark, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]), bytes]);
}

function chunk(name: string, content: Buffer | string): Buffer {
  const named = Buffer.concat([Buffer.from(name), Buffer.from(content as string, "latin1")]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

describe("a JPEG as it came", () => {
  it("loses the place, the camera and every note, and keeps its picture byte for byte", async () => {
    const camera = await fromPhone(sharp(await redCorner(160, 80)).withIccProfile("p3"), 6);
    const sent = Buffer.concat([
      camera.subarray(0, 2),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${XMP}`),
      segment(0xe2, "MPF\0 Greenwich"),
      segment(0xed, "Photoshop 3.0\0 Greenwich"),
      segment(0xfe, "Greenwich, 51.5074 N"),
      camera.subarray(2),
    ]);
    expect(whatIsSaid(sent)).toHaveLength(SAID.length);
    const made = freed(sent, "jpeg");
    expect(whatIsSaid(made)).toEqual([]);
    await expectSamePicture(made, sent);
    const scan = (file: Buffer) => file.subarray(file.indexOf(Buffer.from([0xff, 0xda])));
    expect(scan(made).equals(scan(camera))).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("held in way %i stays held so, with the moment it was taken", async (way) => {
    const made = freed(await fromPhone(plain(80, 40), way), "jpeg");
    const { orientation, exif } = await sharp(made).metadata();
    expect(orientation ?? 1).toBe(way);
    expect(exif?.includes(MOMENT)).toBe(true);
  });

  it("loses the second picture and the film that phones hide behind the first", async () => {
    const [first, second] = [await plain(80, 40).jpeg().toBuffer(), await fromPhone(plain(20, 20))];
    const made = freed(Buffer.concat([first, second, Buffer.from("ftypmp42 Greenwich")]), "jpeg");
    expect(made.equals(first)).toBe(true);
  });

  it("in many scans, in print colours or with restarts is the same picture", async () => {
    const kinds = [
      plain(300, 200).jpeg({ progressive: true }),
      plain(300, 200).toColourspace("cmyk").jpeg(),
      plain(300, 200).jpeg({ mozjpeg: true }),
    ];
    for (const kind of kinds) {
      const sent = await kind.toBuffer();
      await expectSamePicture(freed(sent, "jpeg"), sent);
    }
  });

  it("with a moment that is none loses it", async () => {
    const sent = await fromPhone(plain(80, 40));
    sent.write("At Greenwich, 9 am.", sent.indexOf(MOMENT), "latin1");
    expect(whatIsSaid(freed(sent, "jpeg"))).toEqual([]);
  });
});

describe("a PNG as it came", () => {
  it("loses the place and every text, and keeps its picture", async () => {
    const picture = await sharp(await redCorner(80, 40))
      .withIccProfile("p3")
      .withXmp(XMP)
      .png()
      .toBuffer();
    const sent = Buffer.concat([
      picture.subarray(0, 33),
      chunk("eXIf", await exifOf(6)),
      chunk("tEXt", "Comment\0Greenwich"),
      picture.subarray(33),
      Buffer.from("Greenwich"),
    ]);
    const made = freed(sent, "png");
    expect(whatIsSaid(sent).length).toBeGreaterThan(2);
    expect(whatIsSaid(made)).toEqual([]);
    await expectSamePicture(made, sent);
    expect((await sharp(made).metadata()).exif?.includes(MOMENT)).toBe(true);
  });
});

describe("a WebP as it came", () => {
  it("loses the place and keeps its picture, with all its frames", async () => {
    const moving = sharp([await redCorner(80, 40), await plain(80, 40).png().toBuffer()], {
      join: { animated: true },
    });
    const camera = { IFD0: { Make: "Telephone maker" }, IFD2: { DateTimeOriginal: MOMENT } };
    for (const picture of [sharp(await redCorner(80, 40)), moving]) {
      const sent = await picture
        .withMetadata({ orientation: 6, icc: "p3" })
        .withExifMerge(camera)
        .withXmp(XMP)
        .webp({ lossless: true })
        .toBuffer();
      const made = freed(Buffer.concat([sent, Buffer.from("Greenwich")]), "webp");
      expect(whatIsSaid(sent).length).toBeGreaterThan(1);
      expect(whatIsSaid(made)).toEqual([]);
      await expectSamePicture(made, sent);
      const { xmp, exif } = await sharp(made).metadata();
      expect([xmp, exif?.includes(MOMENT)]).toEqual([undefined, true]);
    }
  });

  it("without any metadata is left as it is", async () => {
    const sent = await plain(80, 40).webp().toBuffer();
    expect(freed(sent, "webp").equals(sent)).toBe(true);
  });
});

describe("a HEIC as it came", () => {
  it("loses the place, the camera and every text, and keeps its moment and its size", async () => {
    const tiled = tiledHeic({ exif: await exifOf(6), xmp: XMP, note: "Greenwich, 51.5074 N" });
    for (const sent of [heicPhoto("telephone"), tiled]) {
      expect(whatIsSaid(sent).length).toBeGreaterThan(2);
      const made = freed(sent, "heic");
      expect(whatIsSaid(made)).toEqual([]);
      expect(made.includes(MOMENT)).toBe(true);
      expect(made.length).toBe(sent.length);
    }
  });

  it("keeps every byte of its pictures", async () => {
    const sent = tiledHeic({ exif: await exifOf(1), xmp: XMP });
    for (const name of ["red", "white"] as const) {
      const file = heicPhoto(name);
      const picture = file.subarray(file.indexOf("mdat") + 4);
      expect([name, freed(sent, "heic").includes(picture)]).toEqual([name, true]);
    }
  });

  it("loses what lies between its pictures, a film for instance", () => {
    const sent = tiledHeic();
    const at = sent.indexOf("mdat");
    const more = Buffer.from("film of Greenwich");
    const longer = Buffer.concat([sent, more]);
    longer.writeUInt32BE(sent.length - at + 4 + more.length, at - 4);
    expect(freed(longer, "heic").includes("Greenwich")).toBe(false);
  });

  it("that points beyond its end, or has ten thousand parts, is refused", () => {
    const sent = tiledHeic();
    expect(removeMetadata(sent.subarray(0, 300), "heic")).toBeNull();
    const places = sent.indexOf("iloc");
    const crowded = Buffer.from(sent);
    // Places of no bytes, so that naming many costs the file nothing.
    crowded[places + 8] = 0;
    crowded.writeUInt16BE(65_535, places + 18);
    expect(removeMetadata(crowded, "heic")).toBeNull();
  });
});

it("a file that says it is long and stops is no photo", async () => {
  const png = await plain(80, 40).png().toBuffer();
  const webp = await plain(80, 40).webp().toBuffer();
  expect(removeMetadata(png.subarray(0, png.length - 20), "png")).toBeNull();
  expect(removeMetadata(webp.subarray(0, webp.length - 20), "webp")).toBeNull();
  expect(removeMetadata(Buffer.from("\xff\xd8\xff\xe0\x00", "latin1"), "jpeg")).toBeNull();
});
