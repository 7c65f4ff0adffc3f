import { join } from "node:path";
import { type Page, test } from "playwright/test";
import { JOURNEYS_FOLDER } from "./places";

/** The two widths at which every page is captured: a phone and a desktop. */
export const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/**
 * Captures the whole page if asked to (`PICTURES=1`), into test-results/journeys/pictures, named after project and
 * width. No test reads these files.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const project = test.info().project.name.replaceAll(" ", "-");
  const width = page.viewportSize()?.width ?? 0;
  const path = join(JOURNEYS_FOLDER, "pictures", `${name}-${width}-${project}.png`);
  await page.screenshot({ path, fullPage: true });
}

/** Captures the page at each width, and restores the width. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const before = page.viewportSize();
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await takePicture(page, name);
  }
  if (before) await page.setViewportSize(before);
}
