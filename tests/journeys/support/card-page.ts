import { expect, type FrameLocator, type Page, test } from "playwright/test";
import { cardPageOrigin } from "./world";

/** Test cards of the sandbox, by their result. */
export const GOOD_CARD = "4242424242424242";
export const DECLINED_CARD = "4000000000000002";
/** The bank asks for confirmation (3-D Secure). */
export const ASKING_CARD = "4000002760003184";

/** Fills in the provider's hosted page and presses its button. */
export async function payOnCardPage(page: Page, number = GOOD_CARD): Promise<void> {
  await expect(page).toHaveURL((url) => url.origin === cardPageOrigin());
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("A Thwaite");
  await page.getByRole("button", { name: /^Pay £[\d.,]+$/ }).click();
}

/** The card element within our own page. */
export function cardElement(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure payment input frame"]');
}

/** Waits until the element is ready: before that, the button leads to the provider's hosted page. */
export async function cardElementReady(page: Page): Promise<void> {
  // The first page of a run loads the script of a provider that has just started.
  await expect(page.locator('.card-element[data-ready="true"]')).toBeVisible({ timeout: 30_000 });
}

/** Types a card into the element, and presses our own button. */
export async function payInElement(page: Page, number = GOOD_CARD): Promise<void> {
  await cardElementReady(page);
  const element = cardElement(page);
  await element.getByLabel("Card number").fill(number);
  await element.getByLabel("Expiry date").fill("12/40");
  await element.getByLabel("Security code").fill("123");
  await element.getByLabel("Name on card").fill("A Thwaite");
  await page.getByRole("button", { name: /^Pay £/ }).click();
}

/**
 * Pays on one of our pages: in the card element with scripts, on the provider's hosted page without. A declined card
 * leaves the buyer on the page that declined it, ready for another card.
 */
export async function payByCard(page: Page, number = GOOD_CARD): Promise<void> {
  if (test.info().project.use.javaScriptEnabled) return await payInElement(page, number);
  if (new URL(page.url()).origin !== cardPageOrigin()) {
    await page.getByRole("button", { name: /^Pay £/ }).click();
  }
  await payOnCardPage(page, number);
}
