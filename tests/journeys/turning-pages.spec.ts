import { expect, type Page, test } from "playwright/test";
import { DEMO_PEOPLE, signIn } from "./support/own-pages";

/** The sample book of the home page, and a proof: with scripts leaves turn in place, without them each spread is a page. */

const book = (page: Page) => page.locator("#look-inside");
const openAt = (page: Page) => book(page).locator(".turner-dots [aria-current]");

/** Survives until the browser leaves the page. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }));
const isMarked = (page: Page) => page.evaluate(() => "isSamePage" in window);

test("the sample book opens on a week, and goes on and back by its links", async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  await expect(openAt(page)).toHaveText("Week 9");
  if (javaScriptEnabled) await mark(page);
  await book(page).getByRole("link", { name: "Week 10" }).last().click();
  await expect(openAt(page)).toHaveText("Week 10");
  await expect(page).toHaveURL(/#look-inside$/);
  const pages = book(page).locator("[data-stage] img").first();
  await expect(pages).toHaveAttribute("src", /week-10-left/);
  await book(page).getByRole("link", { name: "Opening" }).click();
  await expect(openAt(page)).toHaveText("Opening");
  await expect(pages).toHaveAttribute("src", /opening-left/);
  if (javaScriptEnabled) expect(await isMarked(page)).toBe(true);
  // The address is that of the open spread, for everybody.
  const here = page.url();
  await page.goto("/about");
  await page.goto(here);
  await expect(openAt(page)).toHaveText("Opening");
});

const BY_SCRIPT = { tag: "@scripts" };

test("arrow keys turn it, a reader is told where they are, and the focus stays", BY_SCRIPT, async ({ page }) => {
  await page.goto("/");
  const next = book(page).getByRole("link", { name: "Week 10" }).last();
  await next.focus();
  await page.keyboard.press("ArrowRight");
  await expect(openAt(page)).toHaveText("Week 10");
  await expect(book(page).getByRole("status")).toHaveText("Week 10");
  await expect(book(page).locator("a:focus")).toHaveAttribute("rel", "next");
  await page.keyboard.press("ArrowLeft");
  await expect(openAt(page)).toHaveText("Week 9");
  await page.getByLabel("Your name").focus();
  await page.keyboard.press("ArrowRight");
  await expect(openAt(page)).toHaveText("Week 9");
});

test("where the network is gone, the link is followed instead", BY_SCRIPT, async ({ page }) => {
  await page.goto("/");
  await mark(page);
  await page.route("**/*", (route) => (route.request().resourceType() === "fetch" ? route.abort() : route.continue()));
  await book(page).getByRole("link", { name: "Week 20" }).click();
  await expect(openAt(page)).toHaveText("Week 20");
  expect(await isMarked(page)).toBe(false);
});

/** Of the smallest type in a book that is not in large print, in pixels: 9 points of a page of 210 mm. */
const smallestType = (page: Page) =>
  page
    .locator(".page-picture")
    .filter({ visible: true })
    .evaluate((picture) => (picture.getBoundingClientRect().width * 9 * 25.4) / 72 / 210);

test("a proof has one page as wide as a phone, with its words in type that can be read there", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Nobody writes in her year meanwhile, so its proof stays the newest.
  await signIn(page, DEMO_PEOPLE.rosie);
  await page.goto("/book");
  await page.getByRole("link", { name: "Check the proof" }).click();
  // Until the style sheet is there, both forms of it are.
  const turner = page.getByRole("navigation", { name: "Pages", exact: true }).filter({ visible: true }).last();
  await expect(turner).toContainText("Page 8 of", { timeout: 60_000 });
  const shown = page.locator(".page-picture").filter({ visible: true });
  await expect(shown).toHaveCount(1);
  expect((await shown.boundingBox())?.width).toBe(390);
  if (javaScriptEnabled) {
    await mark(page);
    await page.keyboard.press("ArrowRight");
  } else await turner.getByRole("link", { name: "Next" }).click();
  await expect(turner).toContainText("Page 9 of");
  await expect(page).toHaveURL(/page=9/);
  const words = page.locator(".page-text p").first();
  expect(Number.parseFloat(await words.evaluate((part) => getComputedStyle(part).fontSize))).toBeGreaterThanOrEqual(16);
  await turner.getByRole("link", { name: "Enlarge" }).click();
  await expect(turner.getByRole("link", { name: "Fit the page" })).toBeVisible();
  expect(await smallestType(page)).toBeGreaterThanOrEqual(16);
  if (!javaScriptEnabled) return;
  // Keys move the large page to its other edge before they turn it.
  await page.getByRole("region", { name: "Open pages" }).focus();
  await page.keyboard.press("ArrowRight");
  const room = () => page.locator("[data-stage]").evaluate((row) => row.scrollWidth - row.clientWidth - row.scrollLeft);
  await expect.poll(room).toBeLessThan(4);
  await expect(turner).toContainText("Page 9 of");
  await page.keyboard.press("ArrowRight");
  await expect(turner).toContainText("Page 10 of");
  expect(await isMarked(page)).toBe(true);
});

// Without scripts the slides lie side by side, and the keyboard scrolls to each.
test("Tab stops once at each control of the slide in view, and at no other slide's", BY_SCRIPT, async ({ page }) => {
  await page.goto("/");
  await page.locator(".hero [data-turns]").waitFor();
  const links = page.locator(".hero").getByRole("link");
  await links.first().focus();
  const stops: string[] = [];
  const focused = page.locator(".hero :focus");
  while ((await focused.count()) > 0) {
    stops.push(await focused.innerText());
    await page.keyboard.press("Tab");
  }
  expect(stops).toEqual([
    "Start your loop",
    "Gift a Loop",
    "I’ve got a voucher",
    "Celebration",
    "Family",
    "Education",
    "Pets",
    expect.stringContaining("Pause"),
  ]);
});
