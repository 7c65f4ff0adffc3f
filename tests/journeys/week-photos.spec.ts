import { expect, type Page, test } from "playwright/test";
import sharp from "sharp";
import { DEMO_PEOPLE, signIn } from "./support/own-pages";

/** Choosing a week's photos: validated by what a file is, added to, made smaller, and sent with a note at the button. */

async function photo(name: string, background: string) {
  const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background } });
  return { name, mimeType: "", buffer: await picture.jpeg().toBuffer() };
}

async function openWeek(page: Page, week: number): Promise<void> {
  await signIn(page, DEMO_PEOPLE.margaret);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: `Write week ${week}` }).click();
  await expect(page.getByRole("button", { name: `Save week ${week}`, exact: true })).toBeVisible();
}

const KEPT = "Kept on this device. We’ll save it when you’re back online.";

test("without a connection words and photo are kept, and saved afterwards by themselves", async ({ page, context }) => {
  await openWeek(page, 19);
  const response = page.locator("textarea[name=content]");
  await context.setOffline(true);
  await response.fill("Typed in a tunnel.");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await expect(page.locator("[data-save-state]")).toHaveText(KEPT);
  await expect(response).toHaveValue("Typed in a tunnel.");
  await page.locator("input[type=file]").setInputFiles([await photo("tunnel.jpg", "#222222")]);
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await expect(page.locator("[data-save-state]")).toHaveText(KEPT);
  await expect(page.getByRole("button", { name: "Leave it out tunnel.jpg" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again tunnel.jpg" })).toBeHidden();
  await context.setOffline(false);
  await expect(page.locator(".week-photo-kept")).toContainText("tunnel.jpg");
  await expect(response).toHaveValue("Typed in a tunnel.");
});

const notes = { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("Dear diary") };
const moving = { name: "moving.jpg", mimeType: "image/jpeg", buffer: Buffer.from("GIF89a") };
const TOO_MANY = "A week can have up to 3 photos. Please remove one first";
const NOT_A_PHOTO = "That file isn’t a photo.";
const OTHER_KIND = "We can’t print that kind of file.";

test("photos are chosen, validated and sent", async ({ page }) => {
  const one = await photo("one.jpg", "#447755");
  const two = await photo("two.HIF", "#774455");
  const four = await photo("four.jpg", "#445577");
  await openWeek(page, 8);
  const field = page.locator("input[type=file]");
  const response = page.locator("textarea[name=content]");
  await response.fill("Four photographs and two other things.");
  const shown = page.locator("[data-previews] figure");
  const names = () => field.evaluate((input: HTMLInputElement) => [...(input.files ?? [])].map(({ name }) => name));
  await field.setInputFiles([one, notes, moving]);
  await expect(shown.nth(1)).toContainText(NOT_A_PHOTO);
  await expect(shown.nth(2)).toContainText(OTHER_KIND);
  await expect.poll(names).toEqual(["one.jpg"]);
  const large = sharp({ create: { width: 9000, height: 7000, channels: 3, background: "#556644" } });
  const sent = { name: "63 megapixels.jpg", mimeType: "image/jpeg", buffer: await large.jpeg().toBuffer() };
  await field.setInputFiles([two, sent]);
  await expect(shown.nth(2)).toContainText("We’ve made it smaller to send.");
  await expect(shown).toHaveCount(3);
  await field.setInputFiles([four]);
  await expect(shown.nth(3)).toContainText(TOO_MANY);
  await expect.poll(names).toEqual(["one.jpg", "two.HIF", "63 megapixels.jpg"]);
  // The page says which photo is going up while it is held on its way.
  const sentences: string[] = [];
  await page.route("**/dashboard/photo", async (route) => {
    sentences.push((await page.locator("[data-save-state]").textContent()) ?? "");
    await expect(page.getByRole("progressbar", { name: "Saving photos" })).toBeVisible();
    await route.continue();
  });
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await expect(page.getByText("is saved.")).toBeVisible();
  expect(sentences).toEqual([1, 2, 3].map((number) => `Saving… photo ${number} of 3`));
  await expect(page.locator(".week-photo-kept")).toHaveCount(3);
  await expect(page.locator(".week-photo-kept").first()).toContainText("one.jpg");
});
