import { join } from "node:path";
import sharp from "sharp";
import { findTypePage, typesWithPages } from "../../app/domain/shop/selling/type-pages";
import { drawPhotograph, PHOTOGRAPH_KINDS } from "./photographs";

/**
 * `npx tsx scripts/seed/sample-photos.ts` paints the photographs of the sample weeks on the public page of each
 * type, in the shape in which its page shows them. Those of the sample viewer ("week-1") are older and stay.
 */

const SHAPES = {
  page: { width: 720, height: 960 },
  landscape: { width: 840, height: 630 },
  square: { width: 480, height: 480 },
} as const;

const named = typesWithPages()
  .flatMap(({ key }) => findTypePage(key)?.page.weeks ?? [])
  .flatMap(({ photos }) => photos.map(({ picture }) => picture))
  .filter((picture) => !picture.startsWith("week-"));

/** The part of a painting that is kept: usually where the people, the candles or the dog are. */
function position(kind: string, shape: string | undefined): string | number {
  if (kind === "lake") return "centre";
  return kind === "autumn" && shape === "landscape" ? "south" : sharp.strategy.attention;
}

for (const picture of new Set(named)) {
  const [name, seed, shape] = picture.split("-");
  const kind = PHOTOGRAPH_KINDS.find((one) => one === name);
  const size = SHAPES[shape as keyof typeof SHAPES];
  if (!kind || !size || !Number(seed)) throw new Error(`There is no painting ${picture}.`);
  await sharp(await drawPhotograph(kind, Number(seed)))
    .resize({ ...size, fit: "cover", position: position(kind, shape) })
    .webp({ quality: 66, effort: 6 })
    .toFile(join(process.cwd(), "public", "artwork", `sample-${picture}.webp`));
  console.log(`sample-${picture}.webp`);
}
