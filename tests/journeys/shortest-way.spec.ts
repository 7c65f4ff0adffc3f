import { expect, type Page, test } from "playwright/test";
import { payByCard } from "./support/card-page";

/** From the home page to week 1 as a guest on a phone: how many screens, fields and presses it takes at most. */

const PHONE = { width: 390, height: 844 };
const MOST_SCREENS = 5;
const MOST_FIELDS = 6;
const MOST_PRESSES_AFTER_PAYING = 2;
/** How far down the question of the week may begin. */
const MOST_PIXELS = 700;

const FIELDS = {
  "Email address": (): string => `short-${Date.now()}@example.com`,
  "First name": () => "Anna",
  "Last name": () => "Thwaite",
  "Address line 1": () => "14 Weavers Row",
  "Town or city": () => "Hebden Bridge",
  Postcode: () => "HX7 8AA",
};

/** The boxes that have to be filled in: not those called optional, nor those that are folded away. */
async function neededFields(page: Page): Promise<number> {
  const boxes = page.locator("main").locator("input[type=text], input[type=email], input[type=tel], textarea");
  const labels = await boxes
    .locator("visible=true")
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).labels?.[0]?.textContent ?? ""));
  return labels.filter((label) => !/optional/i.test(label)).length;
}

for (const startsAtOnce of [true, false]) {
  test(`a guest on a phone is at ${startsAtOnce ? "week 1" : "the day their year starts"} in few screens, fields and presses`, async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/");
    const screens = [new URL(page.url()).pathname];
    const arrive = async (path: string) => {
      await page.waitForURL((url) => url.pathname === path);
      screens.push(path);
      // A step counted on some pages only is lost on the others.
      await expect(page.locator(".stepper")).toHaveCount(0);
    };
    await page.getByRole("link", { name: "Start your loop" }).first().click();
    await arrive("/loop-theme");
    await page.getByRole("button", { name: /Choose Family/ }).click();
    await arrive("/loop-type");
    await page.getByRole("button", { name: "Choose Baby’s First Year" }).click();
    await arrive("/payment");
    expect(await neededFields(page)).toBeLessThanOrEqual(MOST_FIELDS);
    for (const [label, words] of Object.entries(FIELDS)) await page.getByLabel(label).fill(words());
    await page.getByLabel(/Start my year today/).setChecked(startsAtOnce);
    await page.getByLabel(/I accept the Terms/).check();
    await payByCard(page);
    await expect(page.getByText("Payment Successful!")).toBeVisible();
    await arrive("/payment-success");
    expect(screens.length).toBeLessThanOrEqual(MOST_SCREENS);

    let presses = 0;
    const press = async (role: "link" | "button", name: string) => {
      presses += 1;
      await page.getByRole(role, { name }).click();
    };
    await press("link", "Choose your delivery date");
    await press("button", "Confirm");
    await page.waitForURL((url) => url.pathname === "/dashboard");
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES_AFTER_PAYING);
    if (!startsAtOnce) {
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Your year starts");
      await expect(page.getByRole("link", { name: "Give your year a title" })).toBeInViewport();
      return;
    }
    await expect(page.getByRole("heading", { name: /Week 1 of 52/, level: 1 })).toBeVisible();
    const question = await page.locator("#week-form .question").boundingBox();
    expect(question?.y).toBeLessThan(MOST_PIXELS);
  });
}

test("the date of one's own can be seen on a phone while it is typed, and again the button", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/begin");
  await page.getByRole("button", { name: "Choose a theme" }).click();
  await page.getByRole("button", { name: /Choose Family/ }).click();
  await page.getByRole("button", { name: "Choose Baby’s First Year" }).click();
  for (const [label, words] of Object.entries(FIELDS)) await page.getByLabel(label).fill(words());
  await page.getByLabel(/I accept the Terms/).check();
  await payByCard(page);
  await page.getByRole("link", { name: "Choose your delivery date" }).click();
  await expect(page.getByRole("button", { name: "Confirm" })).toBeInViewport();
  await page.getByLabel("On a date you choose").check();
  await page.keyboard.press("Tab");
  const field = page.getByLabel("Your book arrives by");
  await expect(field).toBeFocused();
  const isOnTop = (one: Element) => {
    const { left, top, height } = one.getBoundingClientRect();
    return document.elementFromPoint(left + 8, top + height / 2) === one;
  };
  await expect.poll(() => field.evaluate(isOnTop)).toBe(true);
});
