import type { Corner } from "../layout/pages";
import type { PhotoLook } from "../layout/photo-pages";

/**
 * What a photo shows, for a photo over two pages: where its middle of interest is, which must not be on the fold; which
 * corner has least to see, for the label with the words; and how warm it is, so that the two of a season differ. It is
 * measured from edges and colours; no face is looked for.
 */

const WIDTH = 320;
const HEIGHT = Math.round((WIDTH * 286) / 426);
/** A label takes about this share of both pages. */
const LABEL = { width: Math.round(WIDTH * 0.31), height: Math.round(HEIGHT * 0.5) };
/** A label at the head hides sky, where people look first, so a lower corner is preferred. */
const PRICE_OF_HEAD = 1.25;
const SEEN_AT_ONCE = 0.4;
const EDGES = { width: 3, height: 3, kernel: [-1, -1, -1, -1, 8, -1, -1, -1, -1] };
const CORNERS: readonly { corner: Corner; left: number; top: number; price: number }[] = [
  { corner: "bottom-right", left: WIDTH - LABEL.width, top: HEIGHT - LABEL.height, price: 1 },
  { corner: "bottom-left", left: 0, top: HEIGHT - LABEL.height, price: 1 },
  { corner: "top-right", left: WIDTH - LABEL.width, top: 0, price: PRICE_OF_HEAD },
  { corner: "top-left", left: 0, top: 0, price: PRICE_OF_HEAD },
];

/** Looks at a small size of a photo. The same bytes always give the same look. */
export async function lookAt(small: Buffer): Promise<PhotoLook> {
  const { default: sharp } = await import("sharp");
  const { width, height } = await sharp(small).metadata();
  const seen = Math.round(width * SEEN_AT_ONCE);
  const { info } = await sharp(small)
    .resize({ width: seen, height, fit: "cover", position: "attention" })
    .toBuffer({ resolveWithObject: true });
  const plain = await sharp(small).resize(WIDTH, HEIGHT, { fit: "cover" }).greyscale().png().toBuffer();
  const edges = await sharp(plain).convolve(EDGES).png().toBuffer();
  const busy = await Promise.all(
    CORNERS.map(async ({ corner, left, top, price }) => {
      const part = await sharp(edges)
        .extract({ left, top, ...LABEL })
        .png()
        .toBuffer();
      const { channels } = await sharp(part).stats();
      return { corner, value: (channels[0]?.mean ?? 0) * price };
    }),
  );
  const [calmest] = busy.sort((one, other) => one.value - other.value);
  const { channels } = await sharp(small).stats();
  const [red, , blue] = channels.map(({ mean }) => mean);
  return {
    focus: round((-(info.cropOffsetLeft ?? 0) + seen / 2) / width),
    corner: calmest?.corner ?? "bottom-right",
    warmth: round(((red ?? 0) - (blue ?? 0)) / 255),
  };
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}
