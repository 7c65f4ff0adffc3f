import { expect, type FrameLocator, type Page, test } from "playwright/test";
import { cardPageOrigin } from "./world";

/** Cards of the sandbox and what comes of them. */
export const GOOD_CARD = "4242424242424242";
export const DECLINED_CARD = "4000000000000002";
/** Its bank asks the buyer first. */
export const ASKING_CARD = "4000002760003184";

/** Fills in the provider's hosted page as anybody would, and presses its button. */
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

/** Waits until the element takes a card: before that, the button leads to the provider's own page. */
export async function cardElementReady(page: Page): Promise<void> {
  await expect(page.locator('.card-element[data-ready="true"]')).toBeVisible();
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
 * Pays from a page of ours that takes payment: in the element with scripts, on the provider's own page without. A
 * card that is declined leaves the buyer where it was declined, and can be followed by another.
 */
export async function payByCard(page: Page, number = GOOD_CARD): Promise<void> {
  if (test.info().project.use.javaScriptEnabled) return await payInElement(page, number);
  if (new URL(page.url()).origin !== cardPageOrigin()) {
    await page.getByRole("button", { name: /^Pay £/ }).click();
  }
  await payOnCardPage(page, number);
}
