import sharp from "sharp";

/**
 * Draws SVG of our own as PNG, in a process of its own: the others refuse to read SVG at all, because people send
 * them files. Each message is a drawing, each answer its PNG, or null where it could not be drawn.
 */

/** Twice as sharp as it stands in an email, for screens that can show it. */
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
