import sharp from "sharp";

/**
 * Converts our own SVG to PNG, in a separate process: no other process can read SVG, because they handle uploaded
 * files. Each message is an SVG, each reply its PNG, or null after an error.
 */

/** Twice its size in an email, for high-density screens. */
const SIDE = 840;
const SIDE_OF_DRAWING = 720;

sharp.concurrency(1);
sharp.cache(false);

async function draw(svg: string): Promise<Uint8Array> {
  return await sharp(Buffer.from(svg), { density: (72 * SIDE) / SIDE_OF_DRAWING })
    .resize(SIDE, SIDE)
    .png({ palette: true })
    .toBuffer();
}

process.on("message", (svg: string) => {
  draw(svg).then(
    (png) => process.send?.(png),
    () => process.send?.(null),
  );
});
