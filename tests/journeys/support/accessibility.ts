import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright/test";
import { findFaintText } from "./contrast";

/** What axe-core finds wrong with a page, and faint text where it can't tell, as messages. */
export async function findBarriers(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate<boolean>("'axe' in window");
  if (!isLoaded) await page.evaluate(axe.source);
  const results: AxeResults = await page.evaluate("axe.run(document, { resultTypes: ['violations', 'incomplete'] })");
  const open = results.incomplete.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes);
  const barriers = results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(" ")).join(", ")})`,
  );
  return [...barriers, ...(await findFaintText(page, open))];
}
