import { expect, it } from "vitest";
import { withMediumPhotos } from "~/domain/book/typesetting/page-pictures";

const page = (width: number, height: number, at = "") =>
  `<svg viewBox="8.50 8.50 595.28 793.70"><image${at} href="/photos/gate/screen" width="${width}" height="${height}"/></svg>`;

it.each([
  ["that is as wide as a page with its bleed", "medium", page(612.28, 459.21)],
  ["that is small and moved", "medium", page(396.85, 529.13, ' transform="matrix(1 0 0 1 0 -5.82)"')],
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
