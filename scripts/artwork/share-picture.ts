import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/**
 * `npx tsx scripts/artwork/share-picture.ts` draws the preview picture of shared links: the round celebration picture
 * and the wordmark on madder cloth, with a stitched edge. 1200 by 630 pixels, the size that social networks ask for.
 */

const ARTWORK = join(process.cwd(), "public", "artwork");
const WIDTH = 1200;
const HEIGHT = 630;

const drawing = (name: string, change: (svg: string) => string = (svg) => svg) =>
  Buffer.from(change(readFileSync(join(ARTWORK, `${name}.svg`), "utf8")));

/** Madder, its weave, and a running stitch of linen along the edge. */
const cloth = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs><pattern id="weave" width="4" height="4" patternUnits="userSpaceOnUse">
    <path d="M0 1h2M2 3h2" stroke="#000" stroke-opacity=".09"/><path d="M1 2v2M3 0v2" stroke="#fff" stroke-opacity=".05"/>
  </pattern></defs>
  <path fill="#7c2035" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><path fill="url(#weave)" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
  <path fill="none" stroke="#f1eada" stroke-opacity=".8" stroke-width="4" stroke-dasharray="18 12" stroke-linecap="round"
    d="M28 28h${WIDTH - 56}v${HEIGHT - 56}H28z"/>
</svg>`;

const scene = await sharp(drawing("scene-celebration"), { density: 144 }).resize(540, 540).png().toBuffer();
const word = await sharp(
  drawing("wordmark", (svg) => svg.replace('stroke="#a81f35"', 'stroke="#fbf7ee"')),
  { density: 144 },
)
  .resize({ width: 420 })
  .png()
  .toBuffer();
await sharp(Buffer.from(cloth))
  .composite([
    { input: word, left: 96, top: 190 },
    { input: scene, left: 600, top: 45 },
  ])
  .png({ palette: true, quality: 90, effort: 10 })
  .toFile(join(ARTWORK, "share.png"));
