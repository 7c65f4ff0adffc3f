import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { favicon } from "./marks";

/**
 * `npx tsx scripts/artwork/icons.ts` makes the icons that browsers and home screens ask for from the one drawing: an ICO
 * for old browsers, a picture for Apple's home screen, and two sizes for the manifest, plain and maskable.
 */

const PUBLIC = join(process.cwd(), "public");
const CLOTH = "#7c2035";

/** Platforms cut maskable icons to a circle as wide as four fifths of them; Apple rounds the corners itself. */
const withoutCorners = favicon.replace(' rx="5"', "");
const withMargin = withoutCorners.replace(
  "<circle",
  '<circle transform="translate(16 16) scale(.8) translate(-16 -16)"',
);

const draw = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .flatten(svg === favicon ? false : { background: CLOTH })
    .png({ palette: true, colours: 24, dither: 0, effort: 10 })
    .toBuffer();

/** A file of one picture: its directory, then a PNG. */
async function ico(size: number): Promise<Buffer> {
  const png = await draw(favicon, size);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

writeFileSync(join(PUBLIC, "favicon.ico"), await ico(32));
writeFileSync(join(PUBLIC, "apple-touch-icon.png"), await draw(withoutCorners, 180));
for (const size of [192, 512]) {
  writeFileSync(join(PUBLIC, `icon-${size}.png`), await draw(favicon, size));
  writeFileSync(join(PUBLIC, `icon-maskable-${size}.png`), await draw(withMargin, size));
}
