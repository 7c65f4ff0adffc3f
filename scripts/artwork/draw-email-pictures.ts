/**
 * Draws the pictures of emails into public/artwork/email/ as PNG at twice their size, because most email clients show
 * no SVG. To run after a change to the artwork: npx tsx scripts/artwork/draw-email-pictures.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { composePicture } from "~/ui/artwork/picture";
import { THEMES } from "./artwork";

const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const drawing = (name: string) => readFileSync(folder(`public/artwork/${name}.svg`), "utf8");

/** The width of the redwork and of the finished picture, and of the wordmark. */
const PICTURE_WIDTH = 720;
const WORDMARK_WIDTH = 148;
const EVERY_WEEK: ReadonlySet<number> = new Set(Array.from({ length: 52 }, (_, index) => index + 1));

async function draw(name: string, svg: string, width: number): Promise<void> {
  const png = await sharp(Buffer.from(svg), { density: 144 })
    .resize({ width })
    .png({ palette: true, effort: 10 })
    .toBuffer();
  writeFileSync(folder(`public/artwork/email/${name}.png`), png);
}

mkdirSync(folder("public/artwork/email"), { recursive: true });
await draw("wordmark", drawing("wordmark").replaceAll("currentColor", "#a81f35"), WORDMARK_WIDTH);
for (const theme of THEMES) {
  await draw(`redwork-${theme}`, drawing(`redwork-${theme}`), PICTURE_WIDTH);
  const finished = composePicture({
    sceneSvg: drawing(`scene-${theme}`),
    patternSvg: drawing(`pattern-${theme}`),
    stitchedWeeks: EVERY_WEEK,
    dueWeek: null,
    ring: true,
    thread: theme === "pet" ? "ink" : "gold",
  });
  await draw(`picture-${theme}`, finished, PICTURE_WIDTH);
}
