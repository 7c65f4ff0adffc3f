import { expect, it } from "vitest";
import { sizeOf } from "~/browser/photo-shrinking";
import { plain } from "../support/pictures";

it.each(["jpeg", "png", "webp"] as const)("the size of a %s is read from its first bytes", async (kind) => {
  const picture = await plain(641, 283).toFormat(kind).toBuffer();
  expect(await sizeOf(new Blob([new Uint8Array(picture)]), kind)).toEqual({ width: 641, height: 283 });
});

it.each([
  ["lossless", { lossless: true }],
  ["with transparency", {}],
])("so is that of a WebP %s", async (_, options) => {
  const picture = await plain(641, 283).ensureAlpha(0.5).webp(options).toBuffer();
  expect(await sizeOf(new Blob([new Uint8Array(picture)]), "webp")).toEqual({ width: 641, height: 283 });
});

it("of a HEIC the largest of its pictures counts, not a tile or the thumbnail", async () => {
  const pictureOf = (width: number, height: number) => {
    const box = new DataView(new ArrayBuffer(20));
    for (const [at, value] of [20, 0x69737065, 0, width, height].entries()) box.setUint32(at * 4, value);
    return box.buffer;
  };
  const file = new Blob([pictureOf(512, 512), pictureOf(4032, 3024), pictureOf(320, 240)]);
  expect(await sizeOf(file, "heic")).toEqual({ width: 4032, height: 3024 });
});

it("nothing is said of a file that ends too early", async () => {
  for (const kind of ["jpeg", "png", "webp", "heic"] as const) {
    expect(await sizeOf(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), kind)).toBeUndefined();
  }
});
