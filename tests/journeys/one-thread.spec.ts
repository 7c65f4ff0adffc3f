import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import sharp from "sharp";
import { DECLINED_CARD, payByCard } from "./support/card-page";
import { newestEmailTo } from "./support/emails";
import { confirmAddress, PASSWORD, sendRegistration } from "./support/own-account";
import { dataFolder } from "./support/world";

/**
 * The product's main job from start to end as a new customer: buy a loop, prove the address, pay, choose the day, write
 * a week with a photo, and see the book. Without JavaScript tests/screens shows each step, and w3m walks them.
 */

const HIGHLIGHT = "The kettle sang before anybody else did";
const GRATITUDE = "The neighbour who fed the cat";
const REFLECTION =
  "We opened the window at six and the whole street smelt of rain. Nobody had slept and nobody minded.";

test("a visitor buys a loop, writes a week and downloads the book", async ({ page, context }) => {
  const email = `anna-${Date.now()}@example.com`;

  await page.goto("/");
  await page.getByRole("link", { name: "Start your loop" }).first().click();
  await page.getByRole("button", { name: /Choose Family/ }).click();
  await page.getByRole("button", { name: "Choose Baby’s First Year" }).click();

  await test.step("have an account first, which stays possible", async () => {
    await expect(page).toHaveTitle(/Begin Your Loop - Payment/);
    await page.getByRole("button", { name: "Create your account" }).click();
  });

  await test.step("register: what is wrong is said, and what was typed stays", async () => {
    await page.getByLabel("First name").fill("Anna");
    await page.getByLabel("Email address").fill("anna@");
    await page.getByLabel("Password", { exact: true }).fill("Kettle");
    await page.getByLabel("Confirm password").fill("Kettle");
    await page.getByLabel("Password", { exact: true }).fill("Kettle-on-at-6");
    await page.getByLabel("Confirm password").fill("Kettle-on-at-6");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByRole("alert")).toContainText("Please enter a valid email address");
    await expect(page.getByRole("alert")).toContainText("You must accept the Terms & Conditions and Privacy Policy");
    await expect(page.getByLabel("First name")).toHaveValue("Anna");
    await sendRegistration(page, email);
  });

  await test.step("verify: the code arrives by email", async () => {
    await page.getByLabel("Your 6-digit code").fill("12");
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByRole("alert")).toContainText("Please enter a valid 6-digit verification code");
    await confirmAddress(page, email);
  });

  await test.step("pay: a discount, an address, a declined card, a good one", async () => {
    await page.getByText("Got a discount code?").click();
    await page.getByLabel("Discount code").fill("new10");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("NEW10 takes 10% off.")).toBeVisible();
    await page.getByLabel("Address line 1").fill("14 Weavers Row");
    await page.getByLabel("Town or city").fill("Hebden Bridge");
    await page.getByLabel("Postcode").fill("HX7 8");
    await expect(page.getByRole("button", { name: "Pay £62.99" })).toBeVisible();
    await payByCard(page);
    await expect(page.getByRole("alert")).toContainText("Please enter a valid UK postcode (e.g., SW1A 1AA)");
    await expect(page.getByLabel("Address line 1")).toHaveValue("14 Weavers Row");
    await page.getByLabel("Postcode").fill("hx7  8aa");
    await page.getByLabel(/Start my year today/).check();
    await payByCard(page, DECLINED_CARD);
    await expect(page.getByText("Your card was declined.").first()).toBeVisible();
    await payByCard(page);
    await expect(page.getByText("Payment Successful!")).toBeVisible();
    const message = await newestEmailTo(email, "Your Loop order");
    expect(message.text).toContain("£62.99");
    expect(message.text).toContain("HX7 8AA");
  });

  await test.step("begin: the recommended delivery date, then week 1, and a title beside it", async () => {
    await page.getByRole("link", { name: "Choose your delivery date" }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: /Week 1 of 52/, level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Give your year a title" }).first().click();
    await page.getByLabel("Title").fill("Nell’s First Year");
    await page.getByRole("button", { name: "Save title" }).click();
    await expect(page.getByRole("heading", { name: /Week 1 of 52/, level: 1 })).toBeVisible();
  });

  await test.step("write: without a photo it is kept, with one it is a week", async () => {
    await page.getByLabel("The highlight").fill(HIGHLIGHT);
    await page.getByLabel("One thing you’re grateful for").fill(GRATITUDE);
    await page.locator("textarea[name=content]").fill(REFLECTION);
    await page.getByRole("button", { name: "Save week 1", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("Please upload a photo and add a reflection");
    await expect(page.locator("textarea[name=content]")).toHaveValue(REFLECTION);
    await page.locator("input[type=file]").setInputFiles({
      name: "kitchen.jpg",
      mimeType: "image/jpeg",
      buffer: await aPhotograph(),
    });
    await context.clearCookies({ name: /loop_session/ });
    await page.getByRole("button", { name: "Save week 1", exact: true }).click();
    await expect(page.getByText("We’ve kept your words, and your photos wait on this page.")).toBeVisible();
    const [other] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "Sign in in another window" }).click(),
    ]);
    await other.getByLabel("Email").fill(email);
    await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await other.keyboard.press("Enter");
    await other.waitForURL("**/dashboard**");
    await other.close();
    await page.getByRole("button", { name: "Save week 1", exact: true }).click();
    await expect(page.getByText("Week 1 entry submitted successfully!")).toBeVisible({ timeout: 60_000 });
    await page.getByRole("link", { name: "Week 1, completed. View entry" }).click();
    await expect(page.getByText(REFLECTION)).toBeVisible();
  });

  await test.step("hold the book: the words and the photo at print size", async () => {
    await page.goto("/book");
    await page.getByRole("radio", { name: "Print quality" }).check();
    await page.getByRole("button", { name: "Make the PDF", exact: true }).click();
    const download = page.getByRole("link", { name: "Download as PDF, print quality" });
    await expect(download).toBeVisible({ timeout: 60_000 });
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    const folder = mkdtempSync(join(dataFolder(), "book-"));
    try {
      const path = join(folder, "book.pdf");
      await file.saveAs(path);
      const words = execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" }).replace(/\s+/g, " ");
      expect(words).toContain("Nell’s First Year");
      for (const text of [HIGHLIGHT, GRATITUDE, REFLECTION]) expect(words).toContain(text);
      const images = execFileSync("pdfimages", ["-list", path], { encoding: "utf8" });
      const sharpest = Math.max(
        ...[...images.matchAll(/jpeg\s+\S+\s+\d+\s+\d+\s+(\d+)/g)].map((match) => Number(match[1])),
      );
      const widest = Math.max(...[...images.matchAll(/image\s+(\d+)\s+\d+/g)].map((match) => Number(match[1])));
      expect(widest).toBeGreaterThanOrEqual(2551);
      expect(sharpest).toBeGreaterThanOrEqual(300);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** A gradient of twelve megapixels, as large as a phone's photo. */
async function aPhotograph(): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 150, sigma: 40 };
  return await sharp({ create: { width: 400, height: 300, channels: 3, background: "#caa", noise } })
    .resize(4000, 3000)
    .jpeg({ quality: 85 })
    .toBuffer();
}
