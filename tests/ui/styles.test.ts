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
  const named = [...read(file).matchAll(/className="([^"]+)"/g)].flatMap((match) => match[1]?.split(/\s+/) ?? []);
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

/** Printed things in a picture (a card, a book's cover), whose type grows with the picture and not with the page. */
const pictures = [
  "ui/styles/book.css",
  "ui/styles/gift/gift-card.css",
  "ui/styles/print/case.css",
  "ui/styles/year/book.css",
];

test("type on a page has one of the nine sizes of the design, and none between", () => {
  const between = sourcesUnder("ui/styles", ".css")
    .filter((file) => !pictures.includes(file))
    .flatMap((file) =>
      [...read(file).matchAll(/font(?:-size)?:\s*([^;]+);/g)]
        .map((match) => match[1] ?? "")
        .filter((value) => !/var\(--text-\w+\)|^(inherit|0)$|cq[wi]|11pt/.test(value))
        .map((value) => `${file}: ${value}`),
    );
  expect(between).toEqual([]);
});
