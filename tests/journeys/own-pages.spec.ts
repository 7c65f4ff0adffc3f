import { expect, test } from "playwright/test";
import { findBarriers } from "./support/accessibility";
import { DEMO_PEOPLE, GIVERS_PAGES, NEWCOMERS_PAGES, type OwnPage, signIn, WRITERS_PAGES } from "./support/own-pages";
import { takePicture, WIDTHS } from "./support/pictures";

const WHO: readonly { who: keyof typeof DEMO_PEOPLE; what: string; pages: readonly OwnPage[] }[] = [
  { who: "margaret", what: "who writes a loop", pages: WRITERS_PAGES },
  { who: "winifred", what: "who gives", pages: GIVERS_PAGES },
  { who: "ines", what: "who is new here", pages: NEWCOMERS_PAGES },
];

for (const { who, what, pages } of WHO) {
  test(`the pages of somebody ${what} fit and have no barriers`, async ({ page }, info) => {
    await signIn(page, DEMO_PEOPLE[who]);
    for (const one of pages) {
      await one.open(page);
      await expect(page.locator("h1").first(), one.name).toBeVisible();
      for (const size of WIDTHS) {
        await page.setViewportSize(size);
        const where = `${one.name} at ${size.width} pixels`;
        const width = await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
        expect.soft(width, where).toBeLessThanOrEqual(size.width);
        // axe-core is a script itself; the pages are the same without JavaScript.
        if (info.project.use.javaScriptEnabled) expect.soft(await findBarriers(page), where).toEqual([]);
        await takePicture(page, one.name);
      }
    }
  });
}
