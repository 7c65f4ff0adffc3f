import { expect, test } from "playwright/test";
import { findBarriers } from "./support/accessibility";
import { WIDTHS } from "./support/pictures";
import { openPage, PUBLIC_PAGES } from "./support/public-pages";

// The checker is a script of ours that no page allows to run, so the policy is set aside here and only here.
test.use({ bypassCSP: true });

for (const one of PUBLIC_PAGES) {
  test(`${one.name} has no barriers`, async ({ page }) => {
    await openPage(page, one);
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      expect(await findBarriers(page), `at ${size.width} pixels`).toEqual([]);
    }
  });
}
