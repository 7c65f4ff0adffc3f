import { expect, type Page, test } from "playwright/test";
import { makeStaffAndVoucher } from "./browsers/own-staff-and-voucher";
import { findBarriers } from "./support/accessibility";
import { signInToHyperLoop } from "./support/staff-day";

/** The back office with scripts: search over any page, single keys in a list, the menu of a phone, the tray. */

async function signIn(page: Page, name: string): Promise<void> {
  const { staff } = makeStaffAndVoucher(name);
  await signInToHyperLoop(page, staff);
}

test("search opens over any page, is walked by arrows and gives the focus back", async ({ page }) => {
  await signIn(page, "search");
  await page.goto("/hyperloop/orders");
  const first = page.locator(".table tbody a").first();
  await first.focus();
  await page.keyboard.press("/");
  const box = page.getByRole("combobox", { name: "Search" });
  await expect(box).toBeFocused();
  await page.keyboard.type("lister");
  const rows = page.getByRole("dialog").getByRole("row");
  await expect(rows.first()).toContainText("Rosie Lister");
  expect(await findBarriers(page)).toEqual([]);
  await expect(rows.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute("aria-activedescendant", "hit-1");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(first).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("no such thing at all");
  await expect(page.getByRole("dialog").getByRole("status")).toContainText("Nothing found");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("lister");
  await expect(rows.first()).toContainText("Rosie Lister");
  await page.keyboard.press("Tab");
  await expect(rows.first().getByRole("link", { name: /reset link/ })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(box).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/hyperloop/people/*");
});

test("single keys walk a list, tick and act, and can be switched off", async ({ page }) => {
  await signIn(page, "keys");
  await page.keyboard.type("go");
  await page.waitForURL("**/hyperloop/orders");
  const links = page.locator(".table tbody a.staff-code");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByText("1 ticked:")).toBeVisible();
  await page.getByText("Tick all on this page").click();
  await expect(page.getByText(/^(?!1 )\d+ ticked:$/)).toBeVisible();
  await page.getByText("Untick all").click();
  await expect(page.getByRole("button", { name: "Add a note" })).toBeHidden();
  await page.getByRole("searchbox", { name: "Search" }).last().focus();
  await page.keyboard.type("jxg");
  await expect(page.getByRole("searchbox", { name: "Search" }).last()).toHaveValue("jxg");
  await links.first().focus();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" });
  await expect(list).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await list.getByLabel(/Use single-letter keys/).uncheck();
  await page.keyboard.press("Escape");
  await links.first().focus();
  await page.keyboard.press("j");
  await expect(links.first()).toBeFocused();
  await page.reload();
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a phone’s menu leads everywhere and does not scroll sideways", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "menu");
  const menu = page.locator(".staff-menu summary");
  const people = page.getByRole("link", { name: "People" });
  await expect(people).toBeHidden();
  await menu.click();
  await expect(people).toBeVisible();
  expect((await people.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  await page.keyboard.press("Escape");
  await expect(people).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await people.click();
  await page.waitForURL("**/hyperloop/people");
});

test("what was sent counts down in the tray until it has left", async ({ page }) => {
  await page.clock.install();
  await signIn(page, "tray");
  await expect(page.getByText("Nothing to undo")).toBeVisible();
  await page.goto("/hyperloop/emails?kind=order_confirmation&state=sent");
  await page.locator(".table tbody a").first().click();
  await page.getByRole("button", { name: "Resend" }).click();
  const tray = page.locator(".staff-tray");
  await expect(tray.locator("summary")).toHaveText(/^1 thing can be undone, 9:\d\d left$/);
  await tray.locator("summary").click();
  expect(await findBarriers(page)).toEqual([]);
  await page.clock.runFor("04:00");
  await expect(tray.locator("summary")).toHaveText(/, 5:\d\d left$/);
  await expect(tray.locator("summary .is-over")).toHaveCount(4);
  await page.clock.runFor("06:00");
  await expect(tray.locator("summary")).toHaveText("Nothing to undo");
  await expect(tray.getByText("It’s been sent")).toBeVisible();
  await expect(tray.getByRole("button", { name: "Undo" })).toHaveCount(0);
});
