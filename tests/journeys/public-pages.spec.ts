import { expect, test } from "playwright/test";
import { findBarriers } from "./support/accessibility";
import { takePicture, WIDTHS } from "./support/pictures";
import { openPage, PUBLIC_PAGES } from "./support/public-pages";
import { watchForErrors } from "./support/watching";
import { origin } from "./support/world";

test.use({ viewport: WIDTHS[0] });
test.describe.configure({ mode: "parallel" });

for (const one of PUBLIC_PAGES) {
  test(`${one.name} opens without trouble and fits`, async ({ page, javaScriptEnabled }) => {
    const problems = watchForErrors(page, [origin()]);
    await openPage(page, one);
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      await page.waitForLoadState(javaScriptEnabled ? "networkidle" : "load");
      const width = await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
      expect(width, `at ${size.width} pixels`).toBeLessThanOrEqual(size.width);
      await takePicture(page, one.name);
    }
    // A form that comes back with mistakes has this status, which browsers log as an error.
    const expected = one.name.endsWith("mistaken") ? /\b422\b/ : /(?!)/;
    expect(problems.filter((words) => !expected.test(words))).toEqual([]);
    // axe-core is a script itself; the pages are the same without JavaScript.
    if (!javaScriptEnabled) return;
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      expect(await findBarriers(page), `barriers at ${size.width} pixels`).toEqual([]);
    }
  });
}
