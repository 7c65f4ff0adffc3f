import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright/test";

/** What axe-core finds wrong with a page, as sentences. */
export async function findBarriers(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate<boolean>("'axe' in window");
  if (!isLoaded) await page.evaluate(axe.source);
  const results: AxeResults = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(" ")).join(", ")})`,
  );
}
