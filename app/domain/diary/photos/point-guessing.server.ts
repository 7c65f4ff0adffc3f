import type { Sharp } from "sharp";
import { guessPoint, type Point } from "./point-of-interest";

/** The guess is made from so many pixels of the photo's longer edge. */
const LOOKED_AT = 96;

/** Guesses the point of interest of a photo that was opened from its smallest size. */
export async function guessFrom(small: Sharp): Promise<Point> {
  const { data, info } = await small
    .resize(LOOKED_AT, LOOKED_AT, { fit: "inside" })
    .flatten()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return guessPoint({ width: info.width, height: info.height, data });
}
