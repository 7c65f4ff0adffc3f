import { expect, type Page, test } from "playwright/test";
import { newestEmailTo } from "./support/emails";
import { takePictures } from "./support/pictures";

/** The streamlined sign-up with payment, from the first field to a begun loop. */

test("a visitor signs up, pays and begins the plain loop", async ({ page }) => {
  const email = `nora-${Date.now()}@example.com`;
  const step = (name: string) => expect(page).toHaveTitle(new RegExp(`Begin a Classic Loop - ${name}`));

  await page.goto("/begin");
  await page.getByRole("link", { name: /Choose Classic/ }).click();
  await step("Account");
  await takePictures(page, "signup-account");
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Whitfield");
  await page.getByLabel("Email address").fill("nora@");
  await page.getByLabel("Password", { exact: true }).fill("kettle");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("Password must be at least 8 characters long");
  await expect(page.getByRole("alert")).toContainText("Please accept both the Terms & Conditions and Privacy Policy");
  await expect(page.getByLabel("First name")).toHaveValue("Nora");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Kettle-on-at-6");
  await page.getByLabel(/I accept the Terms/).check();
  await page.getByLabel(/I’ve read the Privacy/).check();
  await page.getByRole("button", { name: "Continue" }).click();

  await step("Verify");
  await page.getByRole("link", { name: "Back to account" }).click();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await page.goto("/streamlined-signup");
  const message = await newestEmailTo(email, "Your Loop verification code");
  await page.getByLabel("Your 6-digit code").fill(/\b\d{6}\b/.exec(message.text)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm my email" }).click();

  await step("Address");
  await page.getByLabel("Address line 1").fill("14 Weavers Row");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Your email is confirmed" })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByLabel("Address line 1")).toHaveValue("14 Weavers Row");
  await page.getByLabel("Town or city").fill("Hebden Bridge");
  await page.getByLabel("Postcode").fill("hx7  8aa");
  await takePictures(page, "signup-address");
  await page.getByRole("button", { name: "Continue to payment" }).click();

  await step("Payment");
  await page.reload();
  await step("Payment");
  await takePictures(page, "signup-payment");
  await page.getByLabel(/Start my year today/).check();
  await payByCard(page);
  await step("Complete");
  await takePictures(page, "signup-complete");
  expect((await newestEmailTo(email, "Your Loop order")).text).toContain("HX7 8AA");
  await page.getByRole("link", { name: "Choose your delivery date" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: /Week 1 of 52/, level: 1 })).toBeVisible();
});

async function payByCard(page: Page): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  await card.getByLabel("Card number").fill("4242424242424242");
  await card.getByLabel("Expiry date").fill("12/40");
  await card.getByLabel("Security code").fill("123");
  await card.getByLabel("Name on card").fill("N Whitfield");
  await page.getByRole("button", { name: "Pay £69.99", exact: true }).click();
}
