import { describe, expect, it } from "vitest";
import { PageScript } from "~/ui/page-script";
import { openPage, type Response } from "./support/open-page";

const SAID = "It’s saved. We’re preparing it for your book.";
const ADDRESS = "/photos/one/screen";
const picture = (fill: string): Response => ({
  headers: { "Content-Type": "image/svg+xml" },
  body: `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="${fill}"/></svg>`,
});

async function openWaiting(look: () => Response) {
  const asked: string[] = [];
  const page = await openPage(
    <>
      <img src={ADDRESS} alt="The gate" />
      <p data-waiting={ADDRESS}>{SAID}</p>
      <PageScript name="waiting-photos" />
    </>,
    {
      hasClock: true,
      responses: {
        [`GET ${ADDRESS}`]: (request) => {
          asked.push(new URL(request.url()).search);
          return picture("grey");
        },
        [`HEAD ${ADDRESS}`]: () => {
          asked.push("HEAD");
          return look();
        },
      },
    },
  );
  return { page, asked, said: () => page.locator("[data-waiting]").textContent() };
}

const WAITS: Response = { headers: { "Retry-After": "2" } };

describe("a photo that waits for its sizes", () => {
  it("is shown in its place once they are made, without a new page", async () => {
    let isWaiting = true;
    const { page, asked, said } = await openWaiting(() => (isWaiting ? WAITS : {}));
    await page.clock.runFor(2_000);
    await expect.poll(() => asked).toEqual(["", "HEAD"]);
    expect(await said()).toBe(SAID);
    isWaiting = false;
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return await said();
      })
      .toBe("It’s ready for your book.");
    expect(await page.locator("img").getAttribute("src")).toBe(`${ADDRESS}?ready`);
    expect(asked.filter((what) => what === "HEAD").length).toBe(2);
  });

  it("is asked for less and less often, and no more after some minutes", async () => {
    let asked = 0;
    const { page, said } = await openWaiting(() => {
      asked += 1;
      return asked === 1 ? { status: 503 } : WAITS;
    });
    const until = async (many: number) =>
      await expect
        .poll(async () => {
          await page.clock.runFor(15_000);
          return asked;
        })
        .toBe(many);
    await until(40);
    await page.clock.runFor(600_000);
    expect([asked, await said()]).toEqual([40, SAID]);
  });
});
