import { expect, type Page, test } from "playwright/test";
import { findBarriers } from "./support/accessibility";
import { WIDTHS } from "./support/pictures";
import { signInNewStaff } from "./support/staff-day";
import { origin } from "./support/world";

/** The pages of the back office, found by following its links: one page of each kind, with what the demo world has. */

test.describe.configure({ mode: "parallel" });

const FILES = /\/(export|receipt|document|sheet|sign-out|entra)$|\/photos\//;
/** The path of a page without what it is about: an order's page is of one kind, whichever the order. */
const kindOf = (path: string) => path.replace(/\/[\w-]{16,}(?=\/|$)/g, "/:id");
/** Of some eighty; fewer would mean that the links are not followed. */
const LEAST_KINDS = 60;
/** The kinds are looked at in parts, because one browser takes more than a minute for all. */
const PARTS = [1, 2, 3];
const partOf = (kind: string) => 1 + ([...kind].reduce((sum, one) => sum + one.charCodeAt(0), 0) % PARTS.length);
/** Of a row of people: five lines on a phone, one on a desktop. */
const MOST_FOLDED_PIXELS = 170;
const MOST_COMPACT_PIXELS = 40;

for (const part of PARTS) {
  test(`every page of the back office fits and has no barriers, part ${part} of ${PARTS.length}`, async ({ page }) => {
    await signInNewStaff(page, "super_admin");
    const kinds = await findKinds(page);
    expect(kinds.size).toBeGreaterThan(LEAST_KINDS);
    for (const [kind, href] of kinds) {
      if (partOf(kind) !== part) continue;
      await page.goto(href);
      for (const size of WIDTHS) {
        await page.setViewportSize(size);
        const where = `${kind} at ${size.width} pixels`;
        const width = await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
        expect.soft(width, where).toBeLessThanOrEqual(size.width);
        expect.soft(await findBarriers(page), where).toEqual([]);
      }
    }
  });
}

test("a list is folded on a phone, with its headings still read out, and compact on a desk", async ({ page }) => {
  await signInNewStaff(page, "super_admin");
  // Other journeys make people with very long names and addresses.
  await page.goto("/hyperloop/people?q=margaret%40demo");
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  const heightOfRow = async () => await rows.first().evaluate((row) => row.clientHeight);
  for (const { width, height, most } of [
    { ...WIDTHS[0], most: MOST_FOLDED_PIXELS },
    { ...WIDTHS[1], most: MOST_COMPACT_PIXELS },
  ]) {
    await page.setViewportSize({ width, height });
    for (const name of ["Customer", "Status", "Loops", "Spent", "Since", "Last sign-in"]) {
      await expect(page.getByRole("columnheader", { name })).toHaveCount(1);
    }
    await expect(rows.first().getByRole("cell")).toHaveCount(6);
    expect(await heightOfRow(), `${width} pixels`).toBeLessThanOrEqual(most);
  }
});

test("rows of weeks to review and of staff activity are as compact as those of people", async ({ page }) => {
  await signInNewStaff(page, "super_admin");
  await page.setViewportSize(WIDTHS[1]);
  for (const list of ["moderation?q=gwen.pritchard", "audit?area=entries"]) {
    await page.goto(`/hyperloop/${list}`);
    const heights = await page
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map(({ clientHeight }) => clientHeight).sort((a, b) => a - b));
    expect(heights.length, list).toBeGreaterThan(2);
    expect(heights[Math.floor(heights.length / 2)], list).toBeLessThanOrEqual(MOST_COMPACT_PIXELS);
  }
});

/** The address of the first page of each kind, in the order in which links lead there. */
async function findKinds(page: Page): Promise<Map<string, string>> {
  const kinds = new Map<string, string>();
  const seen = new Set<string>();
  const waiting = ["/hyperloop/dashboard"];
  for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
    const { pathname } = new URL(href, origin());
    const kind = kindOf(pathname);
    if (seen.has(kind) || FILES.test(pathname)) continue;
    seen.add(kind);
    const response = await page.request.get(href);
    // A link that leads away has no page of its own.
    if (new URL(response.url()).pathname !== pathname) continue;
    expect.soft(response.status(), href).toBe(200);
    kinds.set(kind, href);
    waiting.push(...linksIn(await response.text()));
  }
  return kinds;
}

/** The addresses within the back office that a page links to. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*? href="(\/hyperloop\/[^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
}
