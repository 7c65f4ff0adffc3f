import { join } from "node:path";
import { type Page, test } from "playwright/test";
import { JOURNEYS_FOLDER } from "./places";

/** The two widths every page is looked at: a telephone and a desk. */
export const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** Takes a picture of the whole page; it lies in test-results/journeys/pictures, named after project and width. */
export async function takePicture(page: Page, name: string): Promise<string> {
  const project = test.info().project.name.replaceAll(" ", "-");
  const width = page.viewportSize()?.width ?? 0;
  const path = join(JOURNEYS_FOLDER, "pictures", `${name}-${width}-${project}.png`);
  await page.screenshot({ path, fullPage: true });
  return path;
}

/** Takes one picture at each width, and leaves the page as wide as it was. */
export async function takePictures(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await takePicture(page, name);
  }
  if (before) await page.setViewportSize(before);
}
