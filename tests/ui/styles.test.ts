import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const app = join(process.cwd(), "app");

function sourcesUnder(folder: string, ending: string): string[] {
  if (!existsSync(join(app, folder))) return [];
  return readdirSync(join(app, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file));
}

const read = (file: string) => readFileSync(join(app, file), "utf8");
const drawn = new Set(
  sourcesUnder("ui/styles", ".css").flatMap((file) =>
    [...read(file).matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1] ?? ""),
  ),
);

const pages = [...sourcesUnder("screens", ".tsx"), ...sourcesUnder("hyperloop", ".tsx"), "root.tsx"];

test.each(pages)("%s names only classes that a style sheet draws", (file) => {
  const named = [...read(file).matchAll(/className="([^"]+)"/g)].flatMap(
    (match) => match[1]?.split(/\s+/) ?? [],
  );
  expect(named.filter((name) => !drawn.has(name))).toEqual([]);
});

test.each(pages)("%s carries no style of its own, which the content policy would throw away", (file) => {
  expect(read(file)).not.toMatch(/\sstyle=/);
});

test("the style sheets bring no picture inside themselves and fetch nothing from elsewhere", () => {
  for (const file of sourcesUnder("ui/styles", ".css")) {
    const addresses = [...read(file).matchAll(/url\("?([^")]+)/g)].map((match) => match[1] ?? "");
    expect(addresses.filter((address) => !address.startsWith("/fonts/"))).toEqual([]);
  }
});
