import { describe, expect, it } from "vitest";
import { HomeHero } from "~/screens/front/home-hero";
import { openPage } from "./support/open-page";

const price = { amount: "£69.99", withBook: "", inFull: "£69.99", postage: "" };
const styles = ".slides { display: flex; overflow-x: scroll; width: 600px } .slide { flex: 0 0 100% }";

async function openHero() {
  const page = await openPage(<HomeHero price={price} />, { styles, hasClock: true });
  const shown = () =>
    page
      .locator(".slide")
      .evaluateAll((slides) => slides.filter((slide) => !(slide as HTMLElement).inert).map(({ id }) => id));
  /** Until the slides have scrolled and come to rest, by the clock of the test. */
  const settle = async () => {
    for (let step = 0; step < 20; step += 1) await page.clock.runFor(100);
  };
  return { page, shown, settle };
}

describe("the slides of the home page", () => {
  it("turn every twelve seconds, and only the one in view can be focused", async () => {
    const { page, shown } = await openHero();
    expect(await shown()).toHaveLength(1);
    const [first] = await shown();
    await page.clock.runFor(11_900);
    expect(await shown()).toEqual([first]);
    await expect
      .poll(async () => {
        await page.clock.runFor(500);
        return await shown();
      })
      .not.toEqual([first]);
  });

  it("stop when somebody chooses one, and go on when asked to", async () => {
    const { page, shown, settle } = await openHero();
    await page.locator(".slide").first().locator(".bobbins a").nth(2).click();
    await settle();
    const chosen = await page.locator(".slide").nth(2).getAttribute("id");
    await expect.poll(shown).toEqual([chosen]);
    expect(page.url()).toBe("http://loop.example/");
    expect(await page.getByRole("button", { name: "Play the turning pictures" }).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Play the turning pictures" }).click();
    expect(await page.getByRole("button", { name: "Pause the turning pictures" }).isVisible()).toBe(true);
  });
});
