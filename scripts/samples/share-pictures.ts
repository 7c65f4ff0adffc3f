import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import type { ThemeId } from "../../app/domain/diary/catalogue/loop-type";
import { WEEKS } from "../../app/domain/diary/rules/calendar";
import { findTypePage, typesWithPages } from "../../app/domain/shop/selling/type-pages";
import { drawRing } from "../../app/ui/artwork/ring";

/**
 * `npx tsx scripts/samples/share-pictures.ts` draws the preview of a shared link to the public page of each type, 1200 by
 * 630 pixels as social networks ask for: its name and promise beside the theme's round picture on its cloth, with a
 * stitched edge. The shop's own is `share.png`.
 */

const ARTWORK = join(process.cwd(), "public", "artwork");
const FONTS = createRequire(import.meta.url).resolve("@expo-google-fonts/besley/package.json");
const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 96;
const WORDS_WIDTH = 490;

const LINEN = "#fbf7ee";
const INK = "#1b2530";
const CLOTHS: Record<ThemeId, { cloth: string; words: string }> = {
  celebration: { cloth: "#7c2035", words: LINEN },
  family: { cloth: "#1f473b", words: LINEN },
  education: { cloth: "#1b3954", words: LINEN },
  pet: { cloth: "#d8a441", words: INK },
  classic: { cloth: INK, words: LINEN },
};

const drawing = (name: string, change: (svg: string) => string = (svg) => svg) =>
  Buffer.from(change(readFileSync(join(ARTWORK, `${name}.svg`), "utf8")));

/** Cloth, its weave, and a running stitch along the edge. */
const clothOf = (theme: ThemeId) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs><pattern id="weave" width="4" height="4" patternUnits="userSpaceOnUse">
    <path d="M0 1h2M2 3h2" stroke="#000" stroke-opacity=".09"/><path d="M1 2v2M3 0v2" stroke="#fff" stroke-opacity=".05"/>
  </pattern></defs>
  <path fill="${CLOTHS[theme].cloth}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><path fill="url(#weave)" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
  <path fill="none" stroke="${CLOTHS[theme].words}" stroke-opacity=".8" stroke-width="4" stroke-dasharray="18 12" stroke-linecap="round"
    d="M28 28h${WIDTH - 56}v${HEIGHT - 56}H28z"/>
</svg>`);

/** The finished picture in its closed ring. */
async function sceneOf(theme: ThemeId): Promise<OverlayOptions> {
  const closed = drawRing(
    Array.from({ length: WEEKS }, () => "stitched"),
    theme === "pet" ? "ink" : "gold",
  );
  const svg = drawing(`scene-${theme}`, (text) => text.replace(/<\/svg>\s*$/, `${closed}</svg>`));
  const input = await sharp(svg, { density: 144 }).resize(540, 540).png().toBuffer();
  return { input, left: 600, top: 45 };
}

async function wordmark(theme: ThemeId, width: number) {
  const inked = drawing("wordmark", (svg) => svg.replace('stroke="#a81f35"', `stroke="${CLOTHS[theme].words}"`));
  return await sharp(inked, { density: 144 }).resize({ width }).png().toBuffer();
}

/** Words in Besley, as wide as there is room for. */
async function words(text: string, theme: ThemeId, face: "400Regular" | "400Regular_Italic", size: number) {
  const escaped = text.replace(/&/g, "&amp;");
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${CLOTHS[theme].words}" size="${size}pt" line_height="0.86">${escaped}</span>`,
      font: face === "400Regular" ? "Besley" : "Besley Italic",
      fontfile: join(FONTS, "..", face, `Besley_${face}.ttf`),
      width: WORDS_WIDTH,
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, height: info.height };
}

/** Name and promise in the middle of the height, the wordmark above them. */
async function pageOf(theme: ThemeId, name: string, promise: string): Promise<OverlayOptions[]> {
  const title = await words(name, theme, "400Regular", 66);
  const below = await words(promise, theme, "400Regular_Italic", 32);
  const top = Math.round((HEIGHT - title.height - below.height - 40) / 2) + 30;
  return [
    { input: await wordmark(theme, 130), left: EDGE - 10, top: 74 },
    { input: title.input, left: EDGE, top },
    { input: below.input, left: EDGE, top: top + title.height + 40 },
  ];
}

for (const { key, themeId, displayName } of typesWithPages()) {
  const promise = findTypePage(key)?.page.promise;
  const parts = await pageOf(themeId, displayName, `${promise?.line} ${promise?.turn}`);
  await sharp(clothOf(themeId))
    .composite([...parts, await sceneOf(themeId)])
    .jpeg({ quality: 76, mozjpeg: true })
    .toFile(join(ARTWORK, `share-${key}.jpg`));
}
