import { expect, type Page, test } from "playwright/test";
import { DEMO_PEOPLE, signIn } from "./support/own-pages";

/** The week first: what a phone shows of it at once, and that everything on its page can be pressed at every width. */

const WIDTHS = [320, 360, 390, 600, 700, 900, 1024, 1200, 1440, 1920];

/** The links and buttons of main of which some part, in the middle or near an end, cannot be pressed. */
function coveredIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const covered: string[] = [];
    for (const link of document.querySelectorAll<HTMLElement>("main a, main button, main summary")) {
      if (link.matches("[aria-hidden], .visually-hidden")) continue;
      link.scrollIntoView({ block: "center", behavior: "instant" });
      for (const box of link.getClientRects()) {
        const at = (across: number, down: number) =>
          document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
        // A number alone is narrower than a pixel's rounding allows at its ends.
        const ends = box.width < 24 ? [] : [at(0.1, 0.5), at(0.9, 0.5), at(0.5, 0.1), at(0.5, 0.9)];
        const points = [at(0.5, 0.5), ...ends];
        if (points.some((found) => !found || !(link.contains(found) || found.contains(link))))
          covered.push(link.textContent ?? "");
      }
    }
    return covered;
  });
}

for (const [name, path] of [
  ["the week that waits", "/dashboard"],
  ["a week that was missed", "/dashboard?week=15"],
] as const) {
  test(`${name}: its question, words, photo, and what is saved are in a phone’s first view`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, DEMO_PEOPLE.margaret);
    await page.goto(path);
    const bar = await page.locator(".week-dock").boundingBox();
    const question = await page.locator("#week-form .question").boundingBox();
    expect(question?.y).toBeLessThan(300);
    for (const field of ["textarea[name=content]", "input[type=file]"]) {
      const box = await page.locator(`#week-form ${field}`).boundingBox();
      expect(box?.y).toBeLessThan((bar?.y ?? 0) - 50);
    }
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(844);
    const state = page.locator("[data-save-state]");
    await expect(state).not.toBeEmpty();
    await page.getByLabel("One thing you’re grateful for").scrollIntoViewIfNeeded();
    await expect(state).toBeInViewport();
  });
}

// The page is the same without scripts, and only a script can ask.
test("every link and button can be pressed at every width", { tag: "@scripts" }, async ({ page }) => {
  await signIn(page, DEMO_PEOPLE.margaret);
  for (const path of ["/dashboard", "/dashboard?week=15"]) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await coveredIn(page), `${path} at ${width}`).toEqual([]);
    }
  }
  await page.context().clearCookies();
  await signIn(page, DEMO_PEOPLE.rosie);
  await page.goto("/dashboard");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await coveredIn(page), `a written year at ${width}`).toEqual([]);
  }
});
