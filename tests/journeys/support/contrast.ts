import type { NodeResult } from "axe-core";
import type { Page } from "playwright/test";
import sharp from "sharp";

/**
 * Contrast where axe-core gives up, because a gradient, a weave or a picture is behind the text: the page is drawn
 * without its letters, and each letter's colour is compared with the points where it would be.
 */

interface Text {
  readonly target: string;
  readonly theme: string;
  readonly colours: readonly string[];
  /** Left, top, width and height of each line, in pixels of the page. */
  readonly lines: readonly (readonly [number, number, number, number])[];
}

/** One point in twenty may be fainter: a thread of the weave, a stitch beside a letter. */
const FAINT_POINTS = 0.05;

/** Text like this was measured before, on this page or another: header and footer are everywhere. */
const measured = new Set<string>();

/** In the browser: colours and lines of what axe left open. Gold foil has the colours of its gradient. */
function readText(targets: readonly string[]): Text[] {
  return targets.flatMap((target) => {
    const element = document.querySelector(target);
    // A standing book's spine is turned away.
    if (!element || element.closest(".book-spine")) return [];
    const foil = element.closest(".foil");
    const colours = foil
      ? (getComputedStyle(foil).backgroundImage.match(/rgba?\([^)]+\)/g) ?? [])
      : [getComputedStyle(element)[element instanceof SVGElement ? "fill" : "color"]];
    const range = document.createRange();
    const lines = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      .flatMap((node) => {
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      })
      .filter(({ left, right, top }) => left >= 0 && right <= innerWidth && top >= 0)
      // The middle of a line, where most of its letters are, without the underline.
      .map(({ left, top, width, height }): Text["lines"][number] => [
        left + scrollX,
        top + scrollY + height * 0.25,
        width,
        height * 0.5,
      ]);
    const theme = element.closest("[data-theme]")?.getAttribute("data-theme") ?? "none";
    return lines.length > 0 ? [{ target, theme, colours, lines }] : [];
  });
}

/** In the browser: letters become invisible, and nothing moves. The content policy lets a sheet made so through. */
function hideText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "*, ::before, ::after { -webkit-text-fill-color: transparent !important; text-shadow: none !important; animation: none !important; transition: none !important } text { fill: transparent !important } .foil { background: none !important }",
  );
  document.adoptedStyleSheets = [sheet];
}

function showText(): void {
  document.adoptedStyleSheets = [];
}

/** Relative luminance of WCAG 2.2, of a colour in sRGB from 0 to 255. */
function luminance(red: number, green: number, blue: number): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/**
 * Takes what axe-core left open of its rule "color-contrast", and gives a message for each text that is too faint.
 */
export async function findFaintText(page: Page, open: readonly NodeResult[]): Promise<string[]> {
  // Text under something else, as the ticker's under its button, is not what is read there.
  const inFront = open.filter(({ any }) => any[0]?.data?.messageKey !== "bgOverlap");
  const required = new Map(
    inFront.map(({ target, any }) => [
      target.join(" "),
      Number.parseFloat(any[0]?.data?.expectedContrastRatio ?? "4.5"),
    ]),
  );
  const texts = (await page.evaluate(readText, [...required.keys()])).filter(({ target, theme, colours }) => {
    const kind = [page.viewportSize()?.width, target.replace(/:nth-child\(\d+\)/g, ""), theme, ...colours].join(" ");
    if (measured.has(kind)) return false;
    measured.add(kind);
    return true;
  });
  if (texts.length === 0) return [];
  await page.evaluate(hideText);
  const picture = await page.screenshot({ fullPage: true, scale: "css" });
  await page.evaluate(showText);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return texts.flatMap(({ target, colours, lines }) => {
    const behind: number[] = [];
    for (const [left, top, width, height] of lines) {
      for (let y = Math.ceil(top); y < Math.min(top + height, info.height); y += 1) {
        for (let x = Math.ceil(left); x < Math.min(left + width, info.width); x += 1) {
          const at = (y * info.width + x) * 3;
          behind.push(luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
        }
      }
    }
    const faintest = Math.min(
      ...colours.map((colour) => {
        const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
        const own = luminance(red, green, blue);
        const ratios = behind.map((point) => contrast(own, point)).sort((a, b) => a - b);
        return ratios[Math.floor(ratios.length * FAINT_POINTS)] ?? Number.POSITIVE_INFINITY;
      }),
    );
    const least = required.get(target) ?? 4.5;
    return faintest < least ? [`contrast: ${faintest.toFixed(2)} of ${least} (${target}, ${colours.join(" ")})`] : [];
  });
}
