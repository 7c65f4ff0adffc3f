import { expect, test } from "playwright/test";
import { takePicture, WIDTHS } from "./support/pictures";
import { openPage, PUBLIC_PAGES } from "./support/public-pages";
import { watchForTrouble } from "./support/watching";
import { origin } from "./support/world";

for (const size of WIDTHS) {
  test.describe(`at ${size.width} pixels`, () => {
    test.use({ viewport: size });

    for (const one of PUBLIC_PAGES) {
      test(`${one.name} opens without trouble and fits`, async ({ page }) => {
        const trouble = watchForTrouble(page, [origin()]);
        await openPage(page, one);
        await page.waitForLoadState("networkidle");
        // A form that comes back says so with this status, and browsers note it.
        const expected = one.name.endsWith("mistaken") ? /\b422\b/ : /(?!)/;
        expect(trouble.filter((words) => !expected.test(words))).toEqual([]);
        const width = await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
        expect(width).toBeLessThanOrEqual(size.width);
        await takePicture(page, one.name);
      });
    }
  });
}
