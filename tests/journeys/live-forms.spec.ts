import { expect, test } from "playwright/test";
import { newestEmailTo } from "./support/emails";
import { PASSWORD, sendRegistration } from "./support/own-account";

/** What scripts add to the forms about passwords and codes; tests/screens shows them without scripts. */

test.describe("choosing a password", () => {
  test("is shown, weighed and ticked off while it is typed", async ({ page }) => {
    await page.goto("/register");
    const password = page.getByLabel("Password", { exact: true });
    const show = page.getByRole("button", { name: "Show" });
    await password.fill("a");
    await expect(page.getByText("Strength: weak")).toBeVisible();
    await password.fill("aB");
    await expect(page.getByText("Strength: medium")).toBeVisible();
    await password.fill("aB3!");
    await expect(page.getByText("Strength: strong")).toBeVisible();
    const upper = page.locator('[data-requirement="upper"]');
    await expect(upper).toHaveClass(/requirement-met/);
    await expect(page.locator('[data-requirement="length"]')).not.toHaveClass(/requirement-met/);
    await expect(upper).toHaveText("One uppercase letter, met");
    await show.click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide" }).click();
    await expect(password).toHaveAttribute("type", "password");
  });

  test("says what is missing when the button comes too early, and lets an equal pair through", async ({ page }) => {
    await page.goto("/register");
    const create = page.getByRole("button", { name: "Create account" });
    await expect(create).toHaveAttribute("aria-disabled", "true");
    await page.getByLabel("First name").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Type your password into both boxes first.")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.getByLabel("Password", { exact: true }).fill("Three-lemons-7");
    await page.getByLabel("Confirm password").fill("Three-lemons-8");
    await page.keyboard.press("Enter");
    await expect(page.getByText("The passwords don’t match yet.")).toBeVisible();
    await page.getByLabel("Confirm password").fill("Three-lemons-7");
    await expect(create).not.toHaveAttribute("aria-disabled", "true");
    await create.click();
    await expect(page.getByRole("alert")).toContainText("First name is required");
  });
});

test("a code keeps to digits, another is counted down to, and good news disappears", async ({ page }) => {
  await page.clock.install();
  const email = `counting-${Date.now()}@example.org`;
  await page.goto("/register");
  await page.getByLabel("First name").fill("Inês");
  await sendRegistration(page, email);
  const again = page.getByRole("button", { name: "Send another code" });
  await expect(page.getByText(/You can ask for another code in [12]:\d\d\./)).toBeVisible();
  await expect(again).toHaveAttribute("aria-disabled", "true");
  await page.clock.fastForward(121_000);
  await expect(page.getByText("or ask for another code.")).toBeVisible();
  await expect(again).not.toHaveAttribute("aria-disabled", "true");
  const code = page.getByLabel("Your 6-digit code");
  await code.fill(" 12-34 56x7");
  await expect(code).toHaveValue("123456");
  const message = await newestEmailTo(email);
  await code.fill(/\b\d{6}\b/.exec(message.text)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(page.getByText("Your email is confirmed.")).toBeVisible();
  await page.goto("/account-settings?tab=password");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password", { exact: true }).fill("Four-lemons-8");
  await page.getByLabel("Confirm new password").fill("Four-lemons-8");
  await page.getByRole("button", { name: "Change Password" }).click();
  const done = page.getByText("Your password has been changed.");
  await expect(done).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(5_500);
  await expect(done).toBeHidden();
});

test("an example opens over the page, and leads back", async ({ page }) => {
  await page.goto("/begin");
  await page.getByRole("button", { name: "Choose a theme" }).click();
  await page.getByRole("button", { name: /Choose Family/ }).click();
  await page.waitForURL("**/loop-type");
  await page.getByRole("link", { name: "Preview Example of Baby’s First Year" }).click();
  const words = page.getByRole("heading", { name: "Baby’s First Year: week 1" });
  await expect(words).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/loop-type");
  await expect(page.getByRole("dialog")).toContainText("Grateful for");
  await page.keyboard.press("Escape");
  await expect(words).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Preview Example of Baby’s First Year" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Choose this loop" }).click();
  await page.waitForURL("**/payment");
  await expect(page.getByRole("main")).toContainText("Baby’s First Year");
});
