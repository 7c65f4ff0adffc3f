import { join } from "node:path";
import { type Page, test } from "playwright/test";
import { JOURNEYS_FOLDER } from "./places";

/** The two widths every page is looked at: a telephone and a desk. */
export const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/**
 * Takes a picture of the whole page where somebody wants to look at it (`PICTURES=1`); it lies in
 * test-results/journeys/pictures, named after project and width. No test reads one.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const project = test.info().project.name.replaceAll(" ", "-");
  const width = page.viewportSize()?.width ?? 0;
  const path = join(JOURNEYS_FOLDER, "pictures", `${name}-${width}-${project}.png`);
  await page.screenshot({ path, fullPage: true });
}

/** Takes one picture at each width, and leaves the page as wide as it was. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const before = page.viewportSize();
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await takePicture(page, name);
  }
  if (before) await page.setViewportSize(before);
}
