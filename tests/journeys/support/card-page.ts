import { expect, type Page } from "playwright/test";
import { cardPageOrigin } from "./world";

/** Cards of the sandbox and what comes of them. */
export const GOOD_CARD = "4242424242424242";
export const DECLINED_CARD = "4000000000000002";

/** Fills in the provider's hosted page as anybody would, and presses its button. */
export async function payOnCardPage(page: Page, number = GOOD_CARD): Promise<void> {
  await expect(page).toHaveURL((url) => url.origin === cardPageOrigin());
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on card").fill("A Thwaite");
  await page.getByRole("button", { name: /^Pay/ }).click();
}
