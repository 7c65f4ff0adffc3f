import sharp from "sharp";

/** A grainy scene in the size of a phone's photo. */
export async function phonePhoto(seed: number): Promise<Buffer> {
  const size = { width: 4000, height: 3000 };
  const noise = { type: "gaussian" as const, mean: 128, sigma: 18 };
  const background = { r: 40 + seed * 20, g: 120, b: 160 };
  const grain = await sharp({ create: { ...size, channels: 3, background, noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  return await sharp(grain)
    .withExif({ IFD0: { Make: "Telephone", Orientation: "6" }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg({ quality: 85 })
    .toBuffer();
}
