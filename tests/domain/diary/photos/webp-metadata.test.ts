import { expect, it } from "vitest";
import { writeExif } from "~/domain/diary/photos/exif";
import { MOST_PARTS } from "~/domain/diary/photos/file-parts";
import { removeWebpMetadata } from "~/domain/diary/photos/webp-metadata";
import { text } from "../../../support/heic";

const long = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16, 0]);
const chunk = (name: string, content: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([text(name), long(content.length), content]);
const webp = (...chunks: Buffer[]) => {
  const content = Buffer.concat([text("WEBP"), ...chunks]);
  return Buffer.concat([text("RIFF"), long(content.length), content]);
};
const EXIF = chunk("EXIF", writeExif({ orientation: 6, takenAt: null }) ?? Buffer.alloc(0));

it("a WebP keeps an empty part at its end, and what it was told of how it was held", () => {
  const [plain, held] = [chunk("VP8X", Buffer.alloc(10)), chunk("VP8X", Buffer.from([8, 0, 0, 0, 0, 0, 0, 0, 0, 0]))];
  const sent = webp(plain, chunk("VP8 ", text("picture!")), chunk("ALPH"));
  expect(removeWebpMetadata(sent)).toEqual(sent);
  expect(removeWebpMetadata(webp(held, EXIF, chunk("VP8 ")))).toEqual(webp(held, chunk("VP8 "), EXIF));
});

it.each(["VP8X", "VP8 "])("a WebP whose header %s has no room to announce anything says nothing", (name) => {
  expect(removeWebpMetadata(webp(chunk(name), EXIF))).toEqual(webp(chunk(name)));
});

it("a WebP of as many parts as a photo may have is taken, and none of more", () => {
  const many = webp(...Array<Buffer>(MOST_PARTS).fill(chunk("VP8 ")));
  expect(removeWebpMetadata(many)?.equals(many)).toBe(true);
  expect(removeWebpMetadata(webp(...Array<Buffer>(MOST_PARTS + 1).fill(chunk("VP8 "))))).toBeNull();
});
