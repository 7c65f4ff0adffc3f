/**
 * Draws every picture of the product into public/, and writes the sewing order, from which pictures are described in
 * words, into app/domain/diary/catalogue/. Every run produces the same bytes. To run after every change here: node --import
 * tsx scripts/artwork/draw.ts
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawArtwork, drawScene, favicon, THEMES } from "./artwork";
import { stitchingOrderModule } from "./stitching-order";

const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

mkdirSync(folder("public/artwork"), { recursive: true });
for (const [name, text] of drawArtwork()) writeFileSync(folder(`public/artwork/${name}`), text);
writeFileSync(folder("public/favicon.svg"), favicon);

const orders = new Map(THEMES.map((theme) => [theme, drawScene(theme).sewing.parts] as const));
writeFileSync(folder("app/domain/diary/catalogue/stitching-order.ts"), stitchingOrderModule(orders));
