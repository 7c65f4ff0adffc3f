import sharp from "sharp";

/**
 * A drawing as a PNG for mail programs, which show no SVG. Stitches cast no shadow here: that is a quarter of the
 * work and at this size nobody sees it. One is drawn at a time, and the last few are kept.
 */

/** Twice as wide as letters show it, less what nobody misses. */
const PIXELS = 640;
const MOST_KEPT = 40;

const kept = new Map<string, Promise<Buffer>>();
let before: Promise<unknown> = Promise.resolve();

/** Draws `svg`, 720 units square, on cloth of this colour; `name` says which picture it is. */
export function drawForLetter(name: string, svg: string, ground: string): Promise<Buffer> {
  const known = kept.get(name);
  if (known) return known;
  const drawn = before.then(() => draw(svg, ground));
  before = drawn.catch(() => {});
  kept.set(name, drawn);
  drawn.catch(() => kept.delete(name));
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return drawn;
}

function draw(svg: string, ground: string): Promise<Buffer> {
  const flat = svg
    .replace(/<filter\b.*?<\/filter>/gs, "")
    .replace(/ filter="[^"]*"/g, "")
    .replace("<svg ", `<svg width="${PIXELS}" height="${PIXELS}" `);
  return sharp(Buffer.from(flat)).flatten({ background: ground }).png({ palette: true }).toBuffer();
}
