import { describe, expect, it } from "vitest";
import { PageScript } from "~/ui/page-script";
import { openPage, type Response } from "./support/open-page";

const EXAMPLE = `<main><div class="example">
  <h1>Wedding: <em>week 3</em></h1>
  <div data-example-sheet><input name="shown" value="of the page" /><p>A sample week</p></div>
</div></main>`;

const open = (response: Response) =>
  openPage(
    <ul data-theme="celebration">
      <li>
        <input name="shown" defaultValue="of this page" />
        <a href="/loop-type/example/celebration/wedding" data-example="">
          Preview Example
        </a>
        <PageScript name="example" />
      </li>
    </ul>,
    { responses: { "GET /loop-type/example/celebration/wedding": () => response } },
  );

describe("an example", () => {
  it("opens over the page in its theme, with what this page shows, and closes again", async () => {
    const page = await open({ body: EXAMPLE });
    await page.getByRole("link", { name: "Preview Example" }).click();
    const dialog = page.getByRole("dialog", { name: "Wedding: week 3" });
    await dialog.waitFor();
    expect(await dialog.getAttribute("data-theme")).toBe("celebration");
    expect(await dialog.locator("input[name=shown]").inputValue()).toBe("of this page");
    expect(page.url()).toBe("http://loop.example/");
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
  });

  it.each([{ status: 500 }, { body: "<main>Something else</main>" }])(
    "that cannot be fetched is a page as without the script: %j",
    async (response) => {
      const page = await open(response);
      await page.getByRole("link", { name: "Preview Example" }).click();
      await page.waitForURL("**/loop-type/example/celebration/wedding");
    },
  );

  it("opens in a tab where the browser is asked for one", async () => {
    const page = await open({ body: EXAMPLE });
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Preview Example" }).click({ modifiers: ["ControlOrMeta"] });
    await opened;
    expect(await page.locator("dialog").count()).toBe(0);
  });
});
