import type { Page } from "playwright/test";
import { newestEmailTo } from "./emails";

export const PASSWORD = "Kettle-on-at-6";

/** Fills in the registration form, except for the first name, and sends it. */
export async function sendRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel("Last name").fill("Thwaite");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByLabel(/I accept the Terms/).check();
  await page.getByLabel(/I’ve read the Privacy/).check();
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Types the code of the newest email. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  const message = await newestEmailTo(email, "Your Loop verification code");
  await page.getByLabel("Your 6-digit code").fill(/\b\d{6}\b/.exec(message.text)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm my email" }).click();
}

/** Fills in the empty fields of the registration page, and proves the address. */
export async function register(page: Page, firstName: string, email: string): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await sendRegistration(page, email);
  await confirmAddress(page, email);
}

/** Registers by the forms and the email, and is signed in. */
export async function openAccount(page: Page, email: string, firstName = "Anna"): Promise<void> {
  await page.goto("/register");
  await register(page, firstName, email);
  await page.waitForURL("**/dashboard");
}
