import { expect, type Page, test } from "playwright/test";
import { makeStaffAndVoucher } from "./browsers/own-staff-and-voucher";
import { findBarriers } from "./support/accessibility";
import { WIDTHS } from "./support/pictures";
import { signInToHyperLoop } from "./support/staff-day";

/** The pages of the back office, found by following its links: one page of each kind, with what the demo world has. */

const FILES = /\/(export|receipt|document|sheet|sign-out|entra)$|\/photos\//;
/** The path of a page without what it is about: an order's page is of one kind, whichever the order. */
const kindOf = (path: string) => path.replace(/\/[\w-]{16,}(?=\/|$)/g, "/:id");
/** Of some eighty; fewer would mean that the links are not followed. */
const LEAST_KINDS = 60;
/** Of a row of people: five lines on a phone, one on a desktop. */
const MOST_FOLDED_PIXELS = 170;
const MOST_COMPACT_PIXELS = 40;

test("every page of the back office fits and has no barriers", async ({ page }) => {
  test.setTimeout(420_000);
  await signIn(page);
  const waiting = [await pathsOn(page)].flat();
  const seen = new Set<string>();
  for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
    const { pathname } = new URL(href, page.url());
    const kind = kindOf(pathname);
    if (seen.has(kind) || FILES.test(pathname)) continue;
    seen.add(kind);
    await page.setViewportSize(WIDTHS[1]);
    const response = await page.goto(href);
    if (new URL(page.url()).pathname !== pathname) continue;
    expect.soft(response?.status(), href).toBe(200);
    waiting.push(...(await pathsOn(page)));
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      const where = `${kind} at ${size.width} pixels`;
      const width = await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
      expect.soft(width, where).toBeLessThanOrEqual(size.width);
      expect.soft(await findBarriers(page), where).toEqual([]);
    }
  }
  expect(seen.size).toBeGreaterThan(LEAST_KINDS);
});

test("a list is folded on a phone, with its headings still read out, and compact on a desk", async ({ page }) => {
  await signIn(page);
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
  await signIn(page);
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

async function signIn(page: Page): Promise<void> {
  const { staff } = makeStaffAndVoucher("pages", "super_admin");
  await signInToHyperLoop(page, staff);
}

/** The addresses within the back office that this page links to. */
async function pathsOn(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('a[href*="/hyperloop/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  return hrefs.filter((href) => href.startsWith("/hyperloop/"));
}
