import { expect, type Locator, type Page, test } from "playwright/test";
import { newestEmailTo } from "./support/emails";
import { PASSWORD } from "./support/own-account";

/** Registering and managing the account with nothing but a keyboard: no mouse, no focus set by script. */

/** More than the focusable elements of any page. */
const MOST_STOPS = 90;

/** Presses Tab until this has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const marks = await target.evaluate((element) => {
        const shownBy = element.matches("input[type=checkbox], input[type=radio]")
          ? [element, element.parentElement, element.nextElementSibling]
          : [element, element.parentElement];
        return shownBy.some((one) => {
          if (!one) return false;
          const { outlineStyle, boxShadow } = getComputedStyle(one);
          return outlineStyle !== "none" || boxShadow !== "none";
        });
      });
      expect(marks, `the focus is seen on ${target}`).toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} can’t be reached with the keyboard.`);
}

async function type(page: Page, label: string | RegExp, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: typeof label === "string" }));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(words);
}

async function press(page: Page, role: "button" | "link", name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole(role, { name }).first());
  await page.keyboard.press("Enter");
}

async function tick(page: Page, label: RegExp): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.press("Space");
}

test("the keyboard alone opens an account and keeps it in order", async ({ page }) => {
  const email = `keys-${Date.now()}@example.com`;
  await page.goto("/auth");
  await press(page, "link", "Create an account");
  await page.waitForURL("**/register");
  await type(page, "First name", "Edith");
  await type(page, "Last name", "Marsden");
  await type(page, "Email address", email);
  await type(page, "Password", PASSWORD);
  await type(page, "Confirm password", PASSWORD);
  await tick(page, /I accept the Terms/);
  await tick(page, /I’ve read the Privacy/);
  await press(page, "button", "Create account");
  const message = await newestEmailTo(email, "Your Loop verification code");
  await type(page, "Your 6-digit code", /\b\d{6}\b/.exec(message.text)?.[0] ?? "");
  await press(page, "button", "Confirm my email");
  await page.waitForURL("**/dashboard");

  await page.goto("/account-settings");
  await type(page, "Full name", "");
  await page.keyboard.press("Delete");
  await press(page, "button", "Save Changes");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await type(page, "Full name", "Edie Marsden");
  await press(page, "button", "Save Changes");
  await expect(page.getByLabel("Full name")).toHaveValue("Edie Marsden");
  await tabTo(page, page.getByLabel("Email", { exact: true }));
  await page.keyboard.press("Space");
  await press(page, "button", "Save preferences");
  await expect(page.getByLabel("Email", { exact: true })).not.toBeChecked();

  await press(page, "link", "Delivery");
  await press(page, "link", /^Add (New|Your First) Address/);
  await type(page, /^Address label/, "Home");
  await type(page, "Address line 1", "14 Weavers Row");
  await type(page, "Town or city", "Hebden Bridge");
  await type(page, "Postcode", "hx7 8aa");
  await press(page, "button", "Save address");
  await expect(page.getByText("HX7 8AA")).toBeVisible();
  await press(page, "link", /^Delete/);
  await press(page, "button", "Delete address");
  await expect(page.getByText("HX7 8AA")).toHaveCount(0);

  await press(page, "link", "Password");
  await type(page, "Current password", PASSWORD);
  await type(page, "New password", `${PASSWORD}-again`);
  await type(page, /^Confirm/, `${PASSWORD}-again`);
  await press(page, "button", "Change Password");
  await expect(page.getByText("Your password has been changed.")).toBeVisible();

  await press(page, "link", "Privacy");
  await press(page, "link", "Delete Account");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete your account?");
  await page.goto("/logout");
  await press(page, "button", "Logout");
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  await page.goto("/account-settings");
  await expect(page).toHaveURL(/\/auth/);
});
