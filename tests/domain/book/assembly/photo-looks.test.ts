import sharp from "sharp";
import { expect, it } from "vitest";
import { lookAt } from "~/domain/book/assembly/photo-looks.server";

/** As large as photos are looked at, so that a point is measured in whole pixels. */
const [WIDTH, HEIGHT] = [320, 215];

/** A grey photo that is full of detail where `isBusy` says so. */
async function pictureOf(isBusy: (x: number, y: number) => boolean) {
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, place) => {
    const [x, y] = [place % WIDTH, Math.floor(place / WIDTH)];
    return isBusy(x, y) && (x + y) % 2 === 0 ? [255, 255, 255] : [90, 90, 90];
  });
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  return await sharp(Buffer.from(pixels.flat()), { raw }).png().toBuffer();
}

const nowhere = () => false;
const [onTheRight, below] = [(x: number) => x > 160, (_: number, y: number) => y > 107];

/** What must be seen of a photo lies here, and the label in that corner. */
it.each([
  ["24 pixels left of the calmest corner", nowhere, 197, 200, "bottom-right"],
  ["23 pixels left of it", nowhere, 198, 200, "bottom-left"],
  ["24 pixels above it", nowhere, 300, 83, "bottom-right"],
  ["23 pixels above it", nowhere, 300, 84, "bottom-left"],
  ["24 pixels right of it", onTheRight, 123, 200, "bottom-left"],
  ["23 pixels right of it", onTheRight, 122, 200, "top-left"],
  ["24 pixels below it", below, 300, 132, "top-right"],
  ["23 pixels below it", below, 300, 131, "top-left"],
] as const)("with its point %s, a photo has its label where it hides nothing", async (_, isBusy, x, y, corner) => {
  const look = await lookAt(await pictureOf(isBusy), { x: x / WIDTH, y: y / HEIGHT });
  expect(look).toMatchObject({ corner });
});

it("a photo is as warm as it has more red than blue", async () => {
  const warmthOf = async (background: string) => {
    const photo = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } });
    return (await lookAt(await photo.png().toBuffer(), { x: 0.5, y: 0.5 })).warmth;
  };
  expect([await warmthOf("#ff0000"), await warmthOf("#0000ff"), await warmthOf("#808080")]).toEqual([1, -1, 0]);
});
