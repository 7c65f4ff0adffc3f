import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { coloursOf } from "../app/domain/book/layout/book-theme";
import { convert } from "../app/domain/book/prepress/inks.server";
import { PRINTER, type Printer } from "../app/domain/book/prepress/printer";
import { root } from "./steps.ts";

/**
 * Converts every colour that the design prints into inks and writes the table that books are made with
 * (`app/domain/book/prepress/design-inks.ts`), after a change of the artwork or of a printer: `npx tsx
 * scripts/convert-inks.ts`.
 */

const PRINTED = /^(scene|pattern|m|wordmark)\b.*\.svg$/;
const COLOUR = /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi;
const THEMES = ["celebration", "family", "education", "pet", "classic"];

/** The colours of the printed artwork and of the pages, in order. */
export function designColours(): string[] {
  const folder = join(root, "public", "artwork");
  const drawn = readdirSync(folder)
    .filter((name) => PRINTED.test(name))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").match(COLOUR) ?? []);
  const set = THEMES.flatMap((theme) => [...Object.values(coloursOf(theme)), foldOf(coloursOf(theme).cloth)]);
  const inFull = (colour: string) => (colour.length === 4 ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour);
  return [...new Set([...drawn, ...set].map((colour) => inFull(colour).toLowerCase()))].sort();
}

/** The cloth at the fold of a case, 22 % darker, as `cover.typ` draws it. */
function foldOf(cloth: string): string {
  const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(cloth.slice(at, at + 2), 16) * 0.78));
  return `#${Buffer.from(channels).toString("hex")}`;
}

export async function writeTable(printers: readonly Printer[]): Promise<void> {
  const tables: string[] = [];
  for (const printer of printers) {
    const rows = [...(await convert(designColours(), printer))].map(
      ([colour, inks]) => `    "${colour}": [${inks.join(", ")}],\n`,
    );
    tables.push(`  ${printer.condition.identifier}: {\n${rows.join("")}  },\n`);
  }
  const file = join(root, "app", "domain", "book", "prepress", "design-inks.ts");
  const before = readFileSync(file, "utf8");
  writeFileSync(file, `${before.slice(0, before.indexOf("= {"))}= {\n${tables.join("")}};\n`);
}

if (process.argv[1] === import.meta.filename) await writeTable([PRINTER]);
