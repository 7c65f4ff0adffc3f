import { expect, test } from "playwright/test";
import { openAccount } from "./support/own-account";

test("after a logout, going back shows nothing of the person who was here", async ({ page }) => {
  const email = `back-${Date.now()}@example.com`;
  await openAccount(page, email, "Philippa");
  await page.goto("/account-settings");
  await expect(page.getByLabel("Full name")).toHaveValue("Philippa Thwaite");
  await page.goto("/account-settings?tab=privacy");
  await page.goto("/logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  for (let step = 0; step < 4; step += 1) {
    await page.goBack().catch(() => undefined);
    const shown = await page.content();
    expect(shown).not.toContain(email);
    expect(shown).not.toContain("Philippa");
  }
});
