import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { typesWithPages } from "../../app/domain/shop/selling/type-pages";
import { drawSampleBook } from "./sample-books";

/** `npx tsx scripts/samples/draw.ts` draws the pages of the sample weeks, after every change of the book or their texts. */

const PUBLIC = join(process.cwd(), "public");
const FOLDER = join(PUBLIC, "artwork", "samples");

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const type of typesWithPages()) {
  const pages = await drawSampleBook(type);
  for (const [address, drawing] of pages) writeFileSync(join(PUBLIC, address), drawing);
  console.log(`${type.displayName}: ${pages.size} pages`);
}
