import { expect, it } from "vitest";
import { cutPages, fillIn, withMediumPhotos } from "~/domain/book/typesetting/page-pictures";

const page = (width: number, height: number, at = "") =>
  `<svg viewBox="8.50 8.50 595.28 793.70"><image${at} href="/photos/gate/screen" width="${width}" height="${height}"/></svg>`;

it.each([
  ["that is as wide as a page with its bleed", "medium", page(612.28, 459.21)],
  ["that is small and moved", "medium", page(396.85, 529.13, ' transform="matrix(1 0 0 1 0 -5.82)"')],
  [
    "a rounding wider than a page",
    "medium",
    '<svg viewBox="0 0 10 10"><image href="/photos/a/screen" width="10.1" height="1"/></svg>',
  ],
  ["that fills a page upright", "screen", page(612.28, 816.53)],
  ["that lies over two pages", "screen", page(1207.56, 905.67)],
])("a photo %s is shown in the %s size", (_, size, svg) => {
  expect(withMediumPhotos(svg)).toBe(svg.replace("/screen", `/${size}`));
});

it("of two photos on a page each has its own size, and what is no photo stays", () => {
  const svg = page(612.28, 816.53).replace(
    "</svg>",
    '<image href="/photos/lamp/screen" width="200" height="150"/><image href="/artwork/screen" width="9" height="9"/></svg>',
  );
  expect(withMediumPhotos(svg)).toBe(svg.replace("lamp/screen", "lamp/medium"));
});

/** The typesetter’s drawing of pages that use what is defined after them. */
const drawing = (...pages: string[]) => `<svg>
${pages.map((page) => `    <path class="typst-shape" d="M0 0"/>\n    ${page}\n`).join("")}    <defs id="glyph">
        <path id="a" d="M1 1"/>
    </defs>
</svg>`;
const TRIM = { x: 1, y: 1, width: 9, height: 9 };
const cut = (...pages: string[]) => [...cutPages(drawing(...pages), TRIM, () => "")];

it("a page defines what it uses once, under a name that no other page has", () => {
  const page = '<g><use href="#a" x="1"/><use href="#a" x="2"/></g>';
  const of = (place: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="1.00 1.00 9.00 9.00"><defs><path id="p${place}-0" d="M1 1"/></defs>` +
    `<path d="M0 0"/><g><use href="#p${place}-0" x="1"/><use href="#p${place}-0" x="2"/></g></svg>`;
  expect(cut(page, page)).toEqual([of(1), of(2)]);
});

it.each([
  ["is not drawn as a group", "<text>One</text>", "Page 1 is not a group."],
  ["uses what nothing draws", '<g><use href="#b"/></g>', "Page 1 uses b, which nothing draws."],
])("a page that %s is refused", (_, page, reason) => {
  expect(() => cut(page)).toThrow(reason);
});

it("pages that say nothing of themselves belong to the week before them, to the last page", () => {
  const runOn = (week: number | null) => ({ kind: "words-run-on", week });
  const week = { kind: "week", week: 3 };
  expect(fillIn(new Map([[2, week]]), 4)).toEqual([runOn(null), week, runOn(3), runOn(3)]);
});
