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
  /** The slide in view after some more of the test's clock; the slides scroll by the browser's own. */
  const shownAfter = async (milliseconds: number) => {
    await page.clock.runFor(milliseconds);
    return await shown();
  };
  return { page, shown, shownAfter };
}

describe("the slides of the home page", () => {
  it("turn every twelve seconds, and only the one in view can be focused", async () => {
    const { shown, shownAfter } = await openHero();
    expect(await shown()).toHaveLength(1);
    const [first] = await shown();
    expect(await shownAfter(11_900)).toEqual([first]);
    await expect.poll(() => shownAfter(500)).not.toEqual([first]);
  });

  it("stop when somebody chooses one, and go on when asked to", async () => {
    const { page, shownAfter } = await openHero();
    await page.locator(".slide").first().locator(".bobbins a").nth(2).click();
    const chosen = await page.locator(".slide").nth(2).getAttribute("id");
    await expect.poll(() => shownAfter(200)).toEqual([chosen]);
    expect(page.url()).toBe("http://loop.example/");
    expect(await page.getByRole("button", { name: "Play the turning pictures" }).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Play the turning pictures" }).click();
    expect(await page.getByRole("button", { name: "Pause the turning pictures" }).isVisible()).toBe(true);
  });
});
