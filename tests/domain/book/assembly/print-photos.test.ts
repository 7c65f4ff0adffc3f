import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { measurePhoto, readPhoto } from "~/domain/book/assembly/print-photos.server";
import { nameJpeg } from "~/domain/book/prepress/jpeg";
import { workFolder } from "../books/print-photos";

const jpeg = async (space = "srgb") =>
  await sharp({ create: { width: 30, height: 20, channels: 3, background: "#557799" } })
    .toColourspace(space)
    .jpeg()
    .toBuffer();

function fileOf(bytes: Uint8Array | string) {
  const file = join(workFolder(), "photo.jpg");
  writeFileSync(file, bytes);
  return file;
}

it("a photo is measured, also behind a head longer than any that we write", async () => {
  const [plain, headed] = [await jpeg(), nameJpeg(nameJpeg(await jpeg(), "a".repeat(60_000)), "b".repeat(60_000))];
  for (const bytes of [plain, headed]) {
    const file = fileOf(bytes);
    expect(readPhoto("one", file)).toEqual({ id: "one", file, bytes: bytes.length, width: 30, height: 20 });
  }
});

it("a photo that is missing or none has no measures", () => {
  expect([measurePhoto("none.jpg"), measurePhoto(fileOf("no photo"))]).toEqual([null, null]);
});

it("a photo that can’t be printed unchanged is refused by its name", async () => {
  expect(() => readPhoto("one", fileOf("no photo"))).toThrow("Photo one: the print file isn’t a complete JPEG");
  const grey = fileOf(await jpeg("b-w"));
  expect(() => readPhoto("one", grey)).toThrow("Photo one: the print file has 1 channels of 8 bits");
});
