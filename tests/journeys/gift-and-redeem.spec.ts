import { join } from "node:path";
import { type Browser, expect, type Page, test } from "playwright/test";
import { payByCard } from "./support/card-page";
import { confirmAddress, PASSWORD, register } from "./support/own-account";
import { takePictures } from "./support/pictures";
import { JOURNEYS_FOLDER } from "./support/places";

/**
 * A gift from end to end: somebody without an account pays for it and sees its voucher, somebody else redeems it into a
 * year of their own, and the giver registers and sees that it was used.
 */

test("a guest gives a loop, its recipient begins it, and the giver claims the gift", async ({
  page,
  browser,
}, info) => {
  const mark = `${info.project.name.replace(/\W+/g, "-")}-${Date.now()}`;
  const [giver, recipient] = [`jean-${mark}@example.com`, `maya-${mark}@example.com`];
  let code = "";

  await test.step("choose a gift", async () => {
    await page.goto("/gift");
    await page.getByRole("button", { name: "Choose a theme" }).click();
    await expect(page).toHaveTitle(/Gift a Loop - Choose a Theme/);
    await takePictures(page, "loop-theme");
    await page.getByRole("button", { name: /Choose Celebration/ }).click();
    await expect(page.getByText("Loop voucher included").first()).toBeVisible();
    await takePictures(page, "loop-type");
    await page.getByRole("button", { name: "Choose Wedding" }).click();
    await expect(page).toHaveTitle(/Gift a Loop - Payment/);
  });

  await test.step("pay without an account", async () => {
    await page.getByLabel("Who’s it for?").fill("Maya and Dev");
    await page.getByLabel("Your message").fill("Write it all down, even the boring Tuesdays.");
    await page.getByLabel("Who’s it from?").fill("Jean");
    const show = page.getByRole("button", { name: "Show my words on the card" });
    if (info.project.use.javaScriptEnabled) await expect(show).toBeHidden();
    else await show.click();
    const card = page.locator(".gift-preview:visible");
    await expect(card).toHaveCount(1);
    await expect(card.getByText("Maya and Dev").last()).toBeVisible();
    await expect(card.getByText("Write it all down, even the boring Tuesdays.")).toBeVisible();
    await takePictures(page, "gift");
    await page.getByLabel("I’ll give it to them myself").check();
    await expect(page.getByLabel("Their email address")).toBeHidden();
    await page.getByLabel("Your email address").fill(giver);
    await page.getByLabel(/I accept the Terms/).check();
    await payByCard(page);
    await expect(page.getByText("Payment Successful!")).toBeVisible();
    await page.getByRole("link", { name: "See Maya and Dev’s voucher" }).click();
  });

  await test.step("the voucher: its code, its document, its receipt", async () => {
    await expect(page.getByRole("heading", { name: "Maya and Dev’s voucher is ready." })).toBeVisible();
    code = (await page.locator("[data-code]").innerText()).trim();
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const copy = page.getByRole("button", { name: "Copy Code" });
    await expect(copy).toBeVisible({ visible: info.project.use.javaScriptEnabled === true });
    await takePictures(page, "gift-confirmation");
    for (const name of ["Download Voucher", "Download Receipt"]) {
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
      const path = join(JOURNEYS_FOLDER, "pictures", `${mark}-${file.suggestedFilename()}`);
      await file.saveAs(path);
    }
  });

  await test.step("its recipient begins a year with it, and pays nothing", async () => {
    const other = await anotherBrowser(browser, info.project.use.javaScriptEnabled === true);
    await other.goto("/redeem");
    await other.getByLabel("Voucher code").fill(code.toLowerCase().replaceAll("-", " "));
    await other.getByLabel(/I accept the voucher terms/).check();
    await other.getByRole("button", { name: "Redeem voucher" }).click();
    await register(other, "Maya", recipient);
    await expect(other.getByRole("heading", { name: "Jean has given you a year" })).toBeVisible();
    await expect(other.getByText("Write it all down, even the boring Tuesdays.")).toBeVisible();
    await takePictures(other, "voucher-info");
    await other.getByRole("button", { name: "Start my year" }).click();
    await other.getByRole("button", { name: "Confirm" }).click();
    await expect(other.getByText("Voucher redeemed successfully! Your memory loop has been created.")).toBeVisible();
    await other.context().close();
  });

  await test.step("the giver opens an account and finds the gift there", async () => {
    await page.getByRole("link", { name: "Create your account" }).click();
    await expect(page.getByText("We have received £69.99.")).toBeVisible();
    await page.getByLabel("Last name").fill("Thwaite");
    await page.getByLabel("Address", { exact: true }).fill("14 Weavers Row");
    await page.getByLabel("Town or city").fill("Hebden Bridge");
    await page.getByLabel("Postcode").fill("hx7  8aa");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel(/I agree to the terms/).check();
    await takePictures(page, "account-creation");
    await page.getByRole("button", { name: "Create account" }).click();
    await confirmAddress(page, giver);
    await expect(page.getByText(code)).toBeVisible();
    await expect(page.getByText("Redeemed").first()).toBeVisible();
  });
});

async function anotherBrowser(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  const { baseURL, viewport, locale, timezoneId } = test.info().project.use;
  return await (await browser.newContext({ baseURL, viewport, locale, timezoneId, javaScriptEnabled })).newPage();
}
