import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { quartersOf } from "../../../../support/colour-scenes";
import { heicScene } from "../../../../support/heic-scenes";
import { fromPhone, plain, redCorner, sentFile } from "../../../../support/pictures";
import { type ProcessedPhoto, processPhoto } from "../../../../support/processed-photos";

/** Files that are not put together as they should be, and yet are photos that people see everywhere else. */

async function processImage(content: Buffer): Promise<ProcessedPhoto> {
  const processed = await processPhoto(sentFile(content));
  if (!processed.ok) throw new Error(`Refused: ${processed.reason}.`);
  return processed.photo;
}

async function refusalOf(content: Buffer): Promise<string> {
  const processed = await processPhoto(sentFile(content));
  return processed.ok ? "taken" : processed.reason;
}

const upperLeftOf = async (picture: Buffer) => (await quartersOf(picture))[0] ?? [];

describe("a photo that every browser shows", () => {
  const insert = (file: Buffer, at: number, more: Buffer) =>
    Buffer.concat([file.subarray(0, at), more, file.subarray(at)]);
  const markAt = (file: Buffer, mark: number) => file.indexOf(Buffer.from([0xff, mark]));
  const [TABLE, SCAN] = [0xc4, 0xda];

  it.each<[what: string, damage: (jpeg: Buffer) => Buffer]>([
    ["stray bytes between its segments", (jpeg) => insert(jpeg, markAt(jpeg, TABLE), Buffer.alloc(18))],
    ["stray bytes before its scan", (jpeg) => insert(jpeg, markAt(jpeg, SCAN), Buffer.from("\xff\0stray", "latin1"))],
    ["filling bytes", (jpeg) => insert(jpeg, markAt(jpeg, TABLE), Buffer.alloc(7, 0xff))],
    ["no end", (jpeg) => jpeg.subarray(0, -2)],
    ["half an end", (jpeg) => jpeg.subarray(0, -1)],
    ["zeros before its end", (jpeg) => insert(jpeg, jpeg.length - 2, Buffer.alloc(18))],
    ["a film that breaks off behind it", (jpeg) => Buffer.concat([jpeg, Buffer.from("\0\0\0\x18ftypmp42", "latin1")])],
    [
      "a scan header of another kind",
      (jpeg) => {
        const header = markAt(jpeg, SCAN) + 2;
        return Buffer.from(jpeg).fill(0, header + jpeg.readUInt16BE(header) - 3, header + jpeg.readUInt16BE(header));
      },
    ],
  ])("is taken as a JPEG with %s, and its original is whole", async (_, damage) => {
    const noisy = sharp({
      create: {
        ...{ width: 400, height: 300, channels: 3, background: "#888888" },
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    });
    for (const progressive of [false, true]) {
      const whole = await noisy.clone().jpeg({ progressive }).toBuffer();
      if (progressive && _ === "a scan header of another kind") continue;
      const { original, print } = await processImage(damage(whole));
      expect(await refusalOf(original)).toBe("taken");
      const pixels = (file: Buffer) => sharp(file, { failOn: "none" }).raw().toBuffer();
      expect((await pixels(original)).equals(await pixels(whole))).toBe(true);
      expect(print.length).toBeGreaterThan(1000);
    }
  });

  it("is taken as a PNG without its end, and as a WebP without its last byte or of another length", async () => {
    const png = await plain(80, 40).png().toBuffer();
    expect((await processImage(png.subarray(0, -12))).original.equals(png)).toBe(true);
    const odd = await Promise.all(
      [1, 2, 3, 4, 5].map((size) =>
        plain(16 * size, 40)
          .webp({ quality: 1 })
          .toBuffer(),
      ),
    );
    for (const webp of odd) {
      expect(await refusalOf(webp.subarray(0, webp.readUInt32LE(16) % 2 === 1 ? -1 : undefined))).toBe("taken");
      const long = Buffer.from(webp);
      long.writeUInt32LE(webp.readUInt32LE(4) + 100, 4);
      expect(await refusalOf(long)).toBe("taken");
    }
  });

  it.each([
    ["LONG, the high byte first", "MM", 4, [0, 0, 0, 6]],
    ["LONG, the low byte first", "II", 4, [6, 0, 0, 0]],
    ["BYTE, the high byte first", "MM", 1, [6, 0, 0, 0]],
    ["BYTE, the low byte first", "II", 1, [6, 0, 0, 0]],
    ["SHORT, the low byte first", "II", 3, [6, 0, 0, 0]],
  ])("is turned where it says how it was held as %s", async (_, order, type, value) => {
    const word = (number: number) => (order === "MM" ? [0, number] : [number, 0]);
    const [tag, first] =
      order === "MM"
        ? [
            [1, 0x12],
            [0, 42, 0, 0, 0, 8],
          ]
        : [
            [0x12, 1],
            [42, 0, 8, 0, 0, 0],
          ];
    const count = order === "MM" ? [0, 0, 0, 1] : [1, 0, 0, 0];
    const field = [...tag, ...word(type), ...count, ...value];
    const exif = Buffer.concat([Buffer.from(order), Buffer.from([...first, ...word(1), ...field, 0, 0, 0, 0])]);
    const segment = Buffer.concat([Buffer.from("Exif\0\0"), exif]);
    const held = await sharp(await redCorner(160, 80))
      .rotate(270)
      .jpeg()
      .toBuffer();
    const jpeg = insert(held, 2, Buffer.concat([Buffer.from([0xff, 0xe1, 0, segment.length + 2]), segment]));
    const heic = heicScene("8", { exif });
    for (const sent of [jpeg, heic]) {
      const { print, original } = await processImage(sent);
      const again = await processImage(original);
      for (const size of [print, again.print]) {
        const upperLeft = await upperLeftOf(size);
        // The scene's lower left is blue, and comes to the upper left.
        expect(sent === jpeg ? (upperLeft[0] ?? 0) > 230 && (upperLeft[2] ?? 0) < 40 : (upperLeft[2] ?? 0) > 180).toBe(
          true,
        );
      }
    }
  });

  it("is turned once where a HEIC has a turn of its own beside its Exif", async () => {
    const { exif } = await sharp(await fromPhone(plain(8, 8), 6)).metadata();
    const photo = await processImage(heicScene("8", { exif: exif?.subarray(6), turns: 0 }));
    expect((await upperLeftOf(photo.print))[0]).toBeGreaterThan(180);
  });

  it.each([
    [["hevc", "heic", "mif1"]],
    [["msf1", "hevc", "heic"]],
    [["mif1", "miaf", "heix"]],
    [["heix", "mif1"]],
    [["hevc", "mif1", "msf1"]],
  ])("is a HEIC by any of its brands: %s", async (brands) => {
    expect(await refusalOf(heicScene("8", { brands }))).toBe("taken");
  });
});
