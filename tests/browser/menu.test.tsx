import { expect, it } from "vitest";
import { Header } from "~/ui/header";
import { openPage } from "./support/open-page";

const isOpen = "details.site-menu[open]";

it("Escape closes an open menu and returns to the word that opened it", async () => {
  const page = await openPage(<Header />);
  const word = page.locator(".site-menu summary");
  await word.click();
  await page.locator(".site-menu nav a").first().focus();
  expect(await page.locator(isOpen).count()).toBe(1);
  await page.keyboard.press("Escape");
  expect(await page.locator(isOpen).count()).toBe(0);
  expect(await word.evaluate((one) => one === document.activeElement)).toBe(true);
});

it("a press outside a menu closes it, and one inside does not", async () => {
  const page = await openPage(
    <>
      <Header />
      <main>Words</main>
    </>,
  );
  await page.locator(".site-menu summary").click();
  await page.locator(".site-menu nav").click({ position: { x: 1, y: 1 } });
  expect(await page.locator(isOpen).count()).toBe(1);
  await page.locator("main").click();
  expect(await page.locator(isOpen).count()).toBe(0);
});
