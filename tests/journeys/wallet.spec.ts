import { expect, type Page, test } from "playwright/test";
import { findBarriers } from "./support/accessibility";
import { cardElementReady, GOOD_CARD, payInElement } from "./support/card-page";
import { newestEmailTo } from "./support/emails";
import { openAccount } from "./support/own-account";
import { takePictures } from "./support/pictures";
import { watchForErrors } from "./support/watching";
import { cardPageOrigin, origin } from "./support/world";

/** Paying with a wallet, which the provider offers above the form where the browser has one. */

const button = (page: Page) =>
  page
    .frameLocator('iframe[title="Secure express checkout frame"]')
    .getByRole("button", { name: "Pay with Pretend Pay" });
const wallet = (page: Page) => page.frameLocator('iframe[title="Pretend Pay"]');
const paid = (page: Page) => expect(page.getByText("Payment Successful!")).toBeVisible();
/** Has expired; a card of its own, since declines are counted. */
const EXPIRED_CARD = "4000000000000069";
const newAddress = () => `wallet-${Date.now()}@example.com`;

async function choose(page: Page, path: "/begin" | "/gift"): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: "Choose a theme" }).click();
  await page.getByRole("button", { name: /Choose Family/ }).click();
  await page.getByRole("button", { name: "Choose Baby’s First Year" }).click();
  await cardElementReady(page);
}

/**
 * Presses the button until the wallet is open, as somebody would. It has to open within a second of the press: on a busy
 * machine what is typed is sometimes validated later than that, and the page asks to press again. A press on the frame
 * of another origin can also be lost where the page has just moved it.
 */
async function openWallet(page: Page): Promise<void> {
  const opened = page.getByRole("dialog", { name: "Pretend Pay" });
  await expect(async () => {
    if (!(await opened.isVisible())) await button(page).click({ timeout: 2_000 });
    await expect(opened).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
}

async function payWithCardInWallet(page: Page, number: string): Promise<void> {
  await wallet(page).getByLabel("Card in this wallet").selectOption(number);
  await wallet(page).getByRole("button", { name: "Pay" }).click();
}

test("a guest on a phone pays with a wallet and types nothing: the terms come first, and the wallet has the rest", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const problems = watchForErrors(page, [origin(), cardPageOrigin()]);
  await choose(page, "/begin");
  const [above, below] = [button(page), page.getByLabel("Email address")];
  await expect(above).toBeVisible();
  const [top, bottom] = [await above.boundingBox(), await below.boundingBox()];
  expect(top?.y).toBeLessThan(bottom?.y ?? 0);
  await takePictures(page, "wallet");
  await button(page).click();
  const first = page.locator("[data-wallet-failure]");
  await expect(first).toContainText("Please do this first, then press again:");
  await expect(first.getByRole("link")).toHaveCount(1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await first
    .getByRole("link", { name: "Please accept both the Terms & Conditions and Privacy Policy", exact: true })
    .click();
  const terms = page.getByLabel(/I accept the Terms/);
  await expect(terms).toBeFocused();
  await page.keyboard.press("Space");
  await expect(terms).toBeChecked();
  await openWallet(page);
  await expect(first).toBeHidden();
  await expect(wallet(page).getByText("UK delivery, included")).toBeVisible();
  const email = newAddress();
  await wallet(page).getByLabel("Email").fill(email);
  await payWithCardInWallet(page, GOOD_CARD);
  await paid(page);
  const { text } = await newestEmailTo(email, "Your Loop order");
  for (const part of ["Olive", "2 Mill Lane", "HX7 8AD"]) expect(text).toContain(part);
  expect(problems).toEqual([]);
});

test("a wallet that is closed or whose card is declined has paid nothing, and the card can still", async ({ page }) => {
  await choose(page, "/begin");
  await page.getByLabel(/I accept the Terms/).check();
  // A wallet whose script comes late takes no press before it, so that none is lost.
  await page.route("**/browser/wallet.js", async (route) => {
    await wallet(page).locator("form[inert]").waitFor();
    await route.continue();
  });
  await openWallet(page);
  await wallet(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await openWallet(page);
  await wallet(page).getByLabel("Email").fill(newAddress());
  await payWithCardInWallet(page, EXPIRED_CARD);
  await expect(page.getByText("Your card has expired. No money has been taken.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Address line 1")).toHaveValue("2 Mill Lane");
  await payInElement(page);
  await paid(page);
});

test("what is typed is not asked of the wallet, and is validated before it opens; an address it has wrongly comes back in the form", async ({
  page,
}) => {
  await choose(page, "/begin");
  await page.getByLabel(/I accept the Terms/).check();
  await page.getByLabel("Email address").fill("olive@");
  await button(page).click();
  const first = page.locator("[data-wallet-failure]");
  await expect(first.getByRole("link", { name: "Please enter a valid email address" })).toBeVisible();
  const email = newAddress();
  await page.getByLabel("Email address").fill(email);
  await openWallet(page);
  await expect(wallet(page).getByLabel("Name", { exact: true })).toBeVisible();
  await expect(wallet(page).getByLabel("Email")).toBeHidden();
  await wallet(page).getByLabel("Postcode").fill("JE2 3NN");
  await payWithCardInWallet(page, GOOD_CARD);
  await expect(page.locator(".error-summary")).toBeFocused();
  await expect(page.getByLabel("Postcode")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Postcode").fill("HX7 8AD");
  await openWallet(page);
  await expect(wallet(page).getByLabel("Name", { exact: true })).toBeHidden();
  await payWithCardInWallet(page, GOOD_CARD);
  await paid(page);
});

test("a giver writes their card first, and then pays with a wallet", async ({ page }) => {
  await choose(page, "/gift");
  await page.getByLabel(/I accept the Terms/).check();
  await button(page).click();
  await expect(page.locator("[data-wallet-failure]").getByRole("link").first()).toBeVisible();
  await page.getByLabel("Who’s it for?").fill("Maya");
  await page.getByLabel("Who’s it from?").fill("Jean");
  await page.getByLabel("I’ll give it to them myself").check();
  await openWallet(page);
  await wallet(page).getByLabel("Email").fill(newAddress());
  await expect(wallet(page).getByLabel("Address")).toBeHidden();
  await payWithCardInWallet(page, GOOD_CARD);
  await paid(page);
});

test("copies are paid for with a wallet too", async ({ page }) => {
  await openAccount(page, newAddress());
  await choose(page, "/begin");
  await openWallet(page);
  await payWithCardInWallet(page, GOOD_CARD);
  await page.getByRole("link", { name: "Choose your delivery date" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.goto("/account-settings?tab=books");
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await page.goto("/checkout");
  await cardElementReady(page);
  await openWallet(page);
  await payWithCardInWallet(page, GOOD_CARD);
  await expect(page.getByRole("heading", { name: "Order placed successfully!" })).toBeVisible();
});

test("a browser without a wallet is offered none", async ({ page }) => {
  await page.addInitScript("delete window.PaymentRequest");
  await choose(page, "/begin");
  await expect(page.locator("[data-wallets] iframe")).toBeAttached();
  await expect(page.getByText("Or pay by card below.")).toBeHidden();
  await expect(button(page)).toBeHidden();
});

test.describe("without barriers", () => {
  // axe-core is an injected script, which no page's policy allows.
  test.use({ bypassCSP: true });

  test("the wallet, and what it says", async ({ page }) => {
    await choose(page, "/begin");
    await button(page).click();
    await expect(page.locator("[data-wallet-failure] a")).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });
});
