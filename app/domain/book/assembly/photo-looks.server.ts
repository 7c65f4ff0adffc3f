import type { Point } from "~/domain/diary/photos/point-of-interest";
import { pictureIn } from "../layout/frames";
import type { Corner } from "../layout/pages";
import type { PhotoLook } from "../layout/photo-pages";

/**
 * What a photo over two pages shows: which corner has least to see, for the label with the words, and how warm it is,
 * so that the two of a season differ. It is measured from edges and colours; no face is looked for.
 */

const WIDTH = 320;
const HEIGHT = Math.round((WIDTH * 286) / 426);
/** A label takes about this share of both pages. */
const LABEL = { width: Math.round(WIDTH * 0.31), height: Math.round(HEIGHT * 0.5) };
/** A label at the head hides sky, where people look first, so a lower corner is preferred. */
const PRICE_OF_HEAD = 1.25;
/** A corner whose label would lie on the point of interest, or so near it, is taken for want of another alone. */
const PRICE_OF_POINT = 1000;
const NEAR_POINT = 24;
const EDGES = { width: 3, height: 3, kernel: [-1, -1, -1, -1, 8, -1, -1, -1, -1] };
const CORNERS: readonly { corner: Corner; left: number; top: number; price: number }[] = [
  { corner: "bottom-right", left: WIDTH - LABEL.width, top: HEIGHT - LABEL.height, price: 1 },
  { corner: "bottom-left", left: 0, top: HEIGHT - LABEL.height, price: 1 },
  { corner: "top-right", left: WIDTH - LABEL.width, top: 0, price: PRICE_OF_HEAD },
  { corner: "top-left", left: 0, top: 0, price: PRICE_OF_HEAD },
];

/** Looks at a small size of a photo. The same bytes and the same point always give the same look. */
export async function lookAt(small: Buffer, point: Point): Promise<PhotoLook> {
  const { default: sharp } = await import("sharp");
  const { width, height } = await sharp(small).metadata();
  const picture = pictureIn({ width, height, point }, { width: WIDTH, height: HEIGHT });
  const [wide, high] = [Math.round(picture.width), Math.round(picture.height)];
  const [left, top] = [Math.round(-picture.x), Math.round(-picture.y)];
  const shown = {
    left: Math.min(left, wide - WIDTH),
    top: Math.min(top, high - HEIGHT),
    width: WIDTH,
    height: HEIGHT,
  };
  const plain = await sharp(small).resize(wide, high, { fit: "fill" }).extract(shown).greyscale().png().toBuffer();
  const edges = await sharp(plain).convolve(EDGES).png().toBuffer();
  const seen = { x: picture.x + point.x * wide, y: picture.y + point.y * high };
  const busy = await Promise.all(
    CORNERS.map(async ({ corner, left, top, price }) => {
      const part = await sharp(edges)
        .extract({ left, top, ...LABEL })
        .png()
        .toBuffer();
      const { channels } = await sharp(part).stats();
      const isOnPoint =
        seen.x > left - NEAR_POINT &&
        seen.x < left + LABEL.width + NEAR_POINT &&
        seen.y > top - NEAR_POINT &&
        seen.y < top + LABEL.height + NEAR_POINT;
      return { corner, value: ((channels[0]?.mean ?? 0) + (isOnPoint ? PRICE_OF_POINT : 0)) * price };
    }),
  );
  const [calmest] = busy.sort((one, other) => one.value - other.value);
  const { channels } = await sharp(small).stats();
  const [red, , blue] = channels.map(({ mean }) => mean);
  return {
    corner: calmest?.corner ?? "bottom-right",
    warmth: Math.round((((red ?? 0) - (blue ?? 0)) / 255) * 1000) / 1000,
  };
}
