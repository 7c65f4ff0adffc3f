import { expect, it } from "vitest";
import { Banner } from "~/ui/banner";
import { openPage } from "./support/open-page";

const message = (
  <>
    <Banner passesAfter={8}>
      Saved. <a href="/">See it</a>
    </Banner>
    <Banner>This one stays.</Banner>
  </>
);

it("a message that passes is hidden after its seconds, and no other is", async () => {
  const page = await openPage(message, { hasClock: true });
  await page.clock.runFor(7_900);
  expect(await page.getByText("Saved.").isVisible()).toBe(true);
  await page.clock.runFor(200);
  expect(await page.getByText("Saved.").isVisible()).toBe(false);
  expect(await page.getByText("This one stays.").isVisible()).toBe(true);
});

it("it waits while somebody is in it", async () => {
  const page = await openPage(message, { hasClock: true });
  await page.getByRole("link", { name: "See it" }).focus();
  await page.clock.runFor(20_000);
  expect(await page.getByText("Saved.").isVisible()).toBe(true);
  await page.getByRole("link", { name: "See it" }).blur();
  await page.clock.runFor(1_000);
  expect(await page.getByText("Saved.").isVisible()).toBe(false);
});
