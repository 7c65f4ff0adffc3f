import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makePrintFile, makeSizes } from "~/domain/diary/photos/image-processing.server";
import { LARGEST_PHOTO_PIXELS, PHOTO_MESSAGES, printSize } from "~/domain/diary/rules/photo-rules";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { heicPhoto, tiledHeic } from "../../../support/heic";
import { crc32, fromPhone, plain, pngThatClaims, redCorner, sentFile } from "../../../support/pictures";
import { type ProcessedPhoto, processPhoto } from "../../../support/processed-photos";

async function processImage(content: Buffer | string, name?: string): Promise<ProcessedPhoto> {
  const processed = await processPhoto(sentFile(content, name));
  if (!processed.ok) throw new Error(`Refused: ${processed.reason}.`);
  return processed.photo;
}

async function refusalOf(content: Buffer | string, name?: string): Promise<string> {
  const processed = await processPhoto(sentFile(content, name));
  return processed.ok ? "taken" : processed.reason;
}

const everySize = ({ print, screen, medium, thumb }: ProcessedPhoto) => [print, screen, medium, thumb];

/** The colour in the middle of a quarter of a picture, as [red, green, blue]. */
async function colourAt(picture: Buffer, right: boolean, low: boolean): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const [x, y] = [Math.floor(info.width * (right ? 0.75 : 0.25)), Math.floor(info.height * (low ? 0.75 : 0.25))];
  const start = (y * info.width + x) * info.channels;
  return [...data.subarray(start, start + 3)];
}

const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 230 && green < 40 && blue < 40;
const isWhite = (colour: number[]) => colour.every((part) => part > 235);

const PLACES_AND_TIMES = [
  ...[
    "Exif",
    "GPS",
    "Telephone maker",
    "2026:11:20",
    "51.5074",
    "xmpmeta",
    "Photoshop",
    "Greenwich",
    "eXIf",
    "adobe.xmp",
  ],
];
/** What an original still has: when it was taken, and the names of the parts of the file that say so. */
const HEADS_AND_MOMENT = ["Exif", "eXIf", "2026:11:20"];
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51.5074N"/></rdf:RDF></x:xmpmeta>';

/** A small photo, red in its upper left when upright, with its location in every kind of metadata. */
async function photosWithPlaces(): Promise<[what: string, photo: Buffer][]> {
  const upright = await redCorner(80, 40);
  const held = await Promise.all(HELD.map(async ([orientation, hold]) => [orientation, await hold(upright)] as const));
  const photos: [string, Buffer][] = [];
  for (const [orientation, picture] of held) {
    photos.push([`a JPEG held in way ${orientation}`, await fromPhone(sharp(picture), orientation)]);
    const { exif = Buffer.alloc(0) } = await sharp(photos.at(-1)?.[1]).metadata();
    const told = sharp(picture).withMetadata({ orientation });
    const webp = told.withExifMerge({ IFD0: { Make: "Telephone maker" } }).webp({ lossless: true });
    photos.push([`a WebP held in way ${orientation}`, await webp.toBuffer()]);
    if (orientation === 1) photos.push(["a PNG with a camera’s fields", await withExifInPng(upright, exif)]);
  }
  const plainJpeg = await sharp(upright).jpeg().toBuffer();
  const within = (mark: number, words: string) => {
    const content = Buffer.from(words, "latin1");
    const head = Buffer.from([0xff, mark, (content.length + 2) >> 8, (content.length + 2) & 255]);
    return Buffer.concat([plainJpeg.subarray(0, 2), head, content, plainJpeg.subarray(2)]);
  };
  photos.push(["a JPEG with XMP", within(0xe1, `http://ns.adobe.com/xap/1.0/\0${XMP}`)]);
  photos.push(["a PNG with XMP", await sharp(upright).withXmp(XMP).png().toBuffer()]);
  photos.push(["a WebP with XMP", await sharp(upright).withXmp(XMP).webp({ lossless: true }).toBuffer()]);
  const city = "\x1c\x02\x5a\0\x09Greenwich";
  const iptc = `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0${String.fromCharCode(city.length)}${city}\0`;
  photos.push(["a JPEG with IPTC", within(0xed, iptc)]);
  photos.push(["a JPEG with a note", within(0xfe, "Greenwich, 51.5074 N")]);
  return photos;
}

function withExifInPng(png: Buffer, exif: Buffer): Promise<Buffer> {
  const fields = exif.subarray(exif.indexOf("Exif") === 0 ? 6 : 0);
  const chunk = Buffer.concat([Buffer.from("eXIf"), fields]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(fields.length);
  sum.writeUInt32BE(crc32(chunk));
  const afterHead = 33;
  return Promise.resolve(Buffer.concat([png.subarray(0, afterHead), length, chunk, sum, png.subarray(afterHead)]));
}

/** How a picture lies in the file for each of the eight EXIF orientations. */
const HELD: readonly [orientation: number, hold: (upright: Buffer) => Promise<Buffer>][] = [
  [1, async (upright) => upright],
  [2, (upright) => sharp(upright).flop().toBuffer()],
  [3, (upright) => sharp(upright).rotate(180).toBuffer()],
  [4, (upright) => sharp(upright).flip().toBuffer()],
  [
    5,
    async (upright) =>
      sharp(await sharp(upright).rotate(90).toBuffer())
        .flop()
        .toBuffer(),
  ],
  [6, (upright) => sharp(upright).rotate(270).toBuffer()],
  [
    7,
    async (upright) =>
      sharp(await sharp(upright).rotate(270).toBuffer())
        .flop()
        .toBuffer(),
  ],
  [8, (upright) => sharp(upright).rotate(90).toBuffer()],
];

describe("a photo", () => {
  it.each(["jpeg", "png", "webp"] as const)("may be a %s with any file name", async (format) => {
    const photo = await processImage(await plain(300, 200).toFormat(format).toBuffer(), "holiday.txt");
    expect(photo).toMatchObject({ width: 300, height: 200, printWidth: 300, printHeight: 200 });
    for (const size of everySize(photo)) {
      expect(await sharp(size).metadata()).toMatchObject({ format: "jpeg", space: "srgb", channels: 3 });
    }
  });

  it("is kept as it came and in four sizes, none larger than it was", async () => {
    const sent = await plain(4000, 3000).jpeg().toBuffer();
    const photo = await processImage(sent);
    expect(photo.original.equals(sent)).toBe(true);
    const sizes = await Promise.all(everySize(photo).map((size) => sharp(size).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [3401, 2551],
      [1600, 1200],
      [1100, 825],
      [320, 240],
    ]);
    expect(photo).toMatchObject({ width: 4000, height: 3000, printWidth: 3401, printHeight: 2551 });
    expect(photo.sha256).toBe(createHash("sha256").update(photo.original).digest("hex"));
  });

  it("that is small stays as small as it is", async () => {
    const photo = await processImage(await plain(90, 60).png().toBuffer());
    for (const size of everySize(photo)) {
      expect(await sharp(size).metadata()).toMatchObject({ width: 90, height: 60 });
    }
  });

  it("that is a panorama keeps enough of its short edge for print", async () => {
    const photo = await processImage(await plain(6000, 2600).jpeg().toBuffer());
    expect(photo).toMatchObject({ printWidth: 5887, printHeight: 2551 });
    expect(await sharp(photo.print).metadata()).toMatchObject({ width: 5887, height: 2551 });
    expect(await sharp(photo.screen).metadata()).toMatchObject({ width: 1600, height: 693 });
  });

  it.each([
    [4000, 3000, 3401, 2551],
    [3000, 4000, 2551, 3401],
    [3024, 4032, 2551, 3401],
    [6000, 4000, 3827, 2551],
    [4000, 6000, 2551, 3827],
    [3378, 2551, 3378, 2551],
    [2551, 3378, 2551, 3378],
    [3379, 2552, 3379, 2552],
    [4000, 2250, 4000, 2250],
    [8000, 1000, 8000, 1000],
    [10_000, 3000, 8503, 2551],
    [5000, 5000, 3378, 3378],
    [100, 100, 100, 100],
  ])("of %i × %i is printed at %i × %i", (width, height, printWidth, printHeight) => {
    const size = printSize(width, height);
    expect(Math.abs(size.width - printWidth)).toBeLessThanOrEqual(1);
    expect(Math.abs(size.height - printHeight)).toBeLessThanOrEqual(1);
  });

  it.each([
    ["upright", 6000, 8000],
    ["across", 8000, 6000],
    ["upright and narrow", 5000, 8000],
  ])("held %s fills a whole page with its bleed at the density books are printed with", (_, width, height) => {
    const { trimWidth, trimHeight, bleed, printPixelsPerInch } = BOOK_FORMAT;
    const inches = [trimWidth, trimHeight].map((trimmed) => (trimmed + 2 * bleed) / 25.4);
    const size = printSize(width, height);
    const pixels = [size.width, size.height].sort((one, other) => one - other);
    for (const [edge, length] of inches.entries()) {
      expect(Math.round((pixels[edge] ?? 0) / length)).toBeGreaterThanOrEqual(printPixelsPerInch);
    }
  });

  it.each(HELD)("with EXIF orientation %i is set upright in every size", async (orientation, hold) => {
    const held = await hold(await redCorner(160, 80));
    const photo = await processImage(await fromPhone(sharp(held), orientation));
    expect(photo).toMatchObject({ width: 160, height: 80 });
    for (const size of everySize(photo)) {
      const data = await sharp(size).metadata();
      expect([data.width, data.height, data.orientation]).toEqual([160, 80, undefined]);
      expect(isRed(await colourAt(size, false, false))).toBe(true);
      expect(isWhite(await colourAt(size, true, false))).toBe(true);
      expect(isWhite(await colourAt(size, false, true))).toBe(true);
    }
  });

  it("loses where it was taken, when, and by what, however it was written down", async () => {
    const written = await photosWithPlaces();
    expect(written.length).toBeGreaterThanOrEqual(20);
    for (const [what, sent] of written) {
      expect([what, PLACES_AND_TIMES.some((trace) => sent.includes(trace))]).toEqual([what, true]);
      const photo = await processImage(sent);
      expect([what, photo.width, photo.height]).toEqual([what, 80, 40]);
      for (const size of everySize(photo)) {
        const { exif, xmp, iptc, comments, orientation } = await sharp(size).metadata();
        expect([what, exif, xmp, iptc, comments, orientation]).toEqual([what, ...Array(5).fill(undefined)]);
        expect([what, PLACES_AND_TIMES.filter((trace) => size.includes(trace))]).toEqual([what, []]);
        expect([what, isRed(await colourAt(size, false, false))]).toEqual([what, true]);
      }
      const kept = PLACES_AND_TIMES.filter((trace) => photo.original.includes(trace));
      expect([what, kept.filter((trace) => !HEADS_AND_MOMENT.includes(trace))]).toEqual([what, []]);
    }
  });

  it("carries the profile of sRGB in every size", async () => {
    for (const size of everySize(await processImage(await plain(200, 100).png().toBuffer()))) {
      const { icc } = await sharp(size).metadata();
      expect(icc?.toString("latin1").replaceAll("\0", "")).toContain("sRGB");
    }
  });

  it("in a phone’s wider colours keeps its colours in sRGB", async () => {
    const sent = await plain(100, 100, "#ff0000").withIccProfile("p3").png().toBuffer();
    const [red, green] = await colourAt(await sharp(sent, { ignoreIcc: true }).png().toBuffer(), false, false);
    expect([red, green]).not.toEqual([255, 0]);
    for (const size of everySize(await processImage(sent))) {
      expect(isRed(await colourAt(size, false, false))).toBe(true);
    }
  });

  it("in print colours, in grey, in sixteen bits and with glass in it becomes an ordinary one", async () => {
    const odd = {
      cmyk: await plain(100, 80, "#ffffff").toColourspace("cmyk").jpeg().toBuffer(),
      grey: await plain(100, 80, "#ffffff").greyscale().png().toBuffer(),
      deep: await plain(100, 80, "#ffffff").toColourspace("rgb16").png().toBuffer(),
      glass: await sharp({ create: { width: 100, height: 80, channels: 4, background: "#ff000000" } })
        .png()
        .toBuffer(),
    };
    for (const sent of Object.values(odd)) {
      for (const size of everySize(await processImage(sent))) {
        const data = await sharp(size).metadata();
        expect(data).toMatchObject({ format: "jpeg", space: "srgb", channels: 3, depth: "uchar" });
        expect(isWhite(await colourAt(size, false, false))).toBe(true);
      }
    }
  });

  it("that moves is its first picture", async () => {
    const [one, two] = [await redCorner(80, 40), await plain(80, 40, "#0000ff").png().toBuffer()];
    const moving = await sharp([one, two], { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const photo = await processImage(moving);
    expect(photo).toMatchObject({ width: 80, height: 40 });
    expect(isRed(await colourAt(photo.print, false, false))).toBe(true);
  });

  it("with a program hidden in it is encoded again without it", async () => {
    const sent = await plain(100, 100).jpeg().toBuffer();
    const program = "<?php system($_GET['x']); ?><script>alert(1)</script>";
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, program.length + 2]), Buffer.from(program)]);
    const hidden = Buffer.concat([sent.subarray(0, 2), comment, sent.subarray(2), Buffer.from(program)]);
    for (const size of everySize(await processImage(hidden))) {
      expect(size.includes("php")).toBe(false);
      expect(size.includes("script")).toBe(false);
    }
  });
});

describe("a HEIC", () => {
  it("in a phone’s wider colours becomes a photo in sRGB, and stays a HEIC for its owner", async () => {
    const photo = await processImage(heicPhoto("telephone"), "IMG_0001.HEIC");
    // It says only in its Exif which way it was held.
    expect(photo).toMatchObject({ kind: "heic", width: 160, height: 80, printWidth: 160, printHeight: 80 });
    expect(photo.original.subarray(4, 12).toString()).toBe("ftypheic");
    for (const size of everySize(photo)) {
      const { format, icc, exif, xmp } = await sharp(size).metadata();
      expect([format, exif, xmp]).toEqual(["jpeg", undefined, undefined]);
      expect(icc?.toString("latin1").replaceAll("\0", "")).toContain("sRGB");
      // Its red is that of sRGB; without the file's own profile it would come out as 234, 51, 35.
      expect(isRed(await colourAt(size, false, false))).toBe(true);
      expect(isWhite(await colourAt(size, true, false))).toBe(true);
    }
  });

  it.each([0, 1, 2, 3])("of tiles, turned by %i quarters as its file says, is upright", async (turns) => {
    const photo = await processImage(tiledHeic({}, { turns }));
    expect(photo).toMatchObject({ width: 128, height: 128 });
    expect(isRed(await colourAt(photo.print, false, false))).toBe(true);
    for (const [right, low] of [
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      expect(isWhite(await colourAt(photo.print, right, low))).toBe(true);
    }
  });

  it("is not turned a second time by what its camera wrote down", async () => {
    const { exif } = await sharp(await fromPhone(plain(8, 8), 6)).metadata();
    const photo = await processImage(tiledHeic({ exif: exif?.subarray(6) ?? Buffer.alloc(0) }));
    expect(isRed(await colourAt(photo.print, false, false))).toBe(true);
  });

  it("turned by its owner is made again from the HEIC, as often as they like", async () => {
    const { original } = await processImage(tiledHeic());
    const turned = await makeSizes(sentFile(original), 1);
    if (!turned.ok) throw new Error(`Refused: ${turned.reason}.`);
    expect(isRed(await colourAt(turned.made.print, true, false))).toBe(true);
    const file = await makePrintFile(sentFile(original), 3);
    if (!file.ok) throw new Error(`Refused: ${file.reason}.`);
    expect(isRed(await colourAt(file.made.print, false, true))).toBe(true);
  });

  it("that claims more than 50 megapixels is refused before any are made", async () => {
    expect(await refusalOf(tiledHeic({}, { claims: 7100 }))).toBe("too_many_pixels");
  });

  it("that stops in the middle, or has no picture in it, is not a whole one", async () => {
    const whole = tiledHeic();
    expect(await refusalOf(whole.subarray(0, whole.length - 100))).toBe("incomplete");
    const picture = whole.indexOf("mdat") + 4;
    expect(await refusalOf(Buffer.from(whole).fill(0xff, picture))).toBe("incomplete");
    expect(await refusalOf(Buffer.from(whole).fill(0, 60, 200))).toBe("incomplete");
  });
});

describe("what is no photo", () => {
  it("is told apart: no photo at all, a part of one, and a kind that is not taken", async () => {
    expect(await refusalOf("Dear diary")).toBe("not_a_photo");
    const jpeg = await plain(400, 300, "#3c8f4a").jpeg().toBuffer();
    expect(await refusalOf(jpeg.subarray(0, jpeg.length >> 1))).toBe("incomplete");
    expect(await refusalOf("GIF89a")).toBe("other_kind");
    expect(await refusalOf(await plain(8, 8).avif().toBuffer())).toBe("other_kind");
    const said = (["not_a_photo", "incomplete", "other_kind"] as const).map((reason) => PHOTO_MESSAGES[reason]);
    expect(new Set(said).size).toBe(3);
  });

  it.each(["jpeg", "png", "webp"] as const)("a %s that stops in the middle is refused", async (format) => {
    const noisy = sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: "#888888",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    });
    const whole = await noisy.toFormat(format).toBuffer();
    for (const part of [0.1, 0.5, 0.9]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      expect(await refusalOf(cut)).toBe("incomplete");
    }
  });

  it("a file that claims more than 50 megapixels is refused before any are made", async () => {
    expect(LARGEST_PHOTO_PIXELS).toBe(50_000_000);
    expect(await refusalOf(pngThatClaims(60_000, 60_000))).toBe("too_many_pixels");
    expect(await refusalOf(pngThatClaims(10_000, 5001))).toBe("too_many_pixels");
    expect(await refusalOf(pngThatClaims(10_000, 5000))).toBe("incomplete");
    const wide = await plain(20, 20).jpeg().toBuffer();
    const frame = wide.indexOf(Buffer.from([0xff, 0xc0]));
    wide.writeUInt16BE(65_500, frame + 5);
    wide.writeUInt16BE(65_500, frame + 7);
    expect(await refusalOf(wide)).toBe("too_many_pixels");
  });

  it("a file that this machine does not give says nothing about the photo, and is thrown", async () => {
    await expect(processPhoto("/there/is/none")).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("many at once, good and bad, each get their own result", async () => {
    const good = await plain(50, 50).jpeg().toBuffer();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => refusalOf(index % 3 === 0 ? "no picture" : good)),
    );
    expect(results).toEqual(Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? "not_a_photo" : "taken")));
  });
});
