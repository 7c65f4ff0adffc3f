import { expect, it } from "vitest";
import { PageScript } from "~/ui/page-script";
import { openPage } from "./support/open-page";

const gift = (
  <>
    <PageScript name="gift" isBlocking />
    <p data-code="">K7QM-4XPD-92HR</p>
    <button type="button" hidden data-shares="https://loop.example/redeem#K7QM-4XPD-92HR">
      Share
    </button>
    <button type="button" hidden data-copies="K7QM-4XPD-92HR">
      Copy Code
    </button>
    <p role="status" data-said="" />
  </>
);

it("where the clipboard is closed, the code is selected", async () => {
  const page = await openPage(gift);
  await page.getByRole("button", { name: "Copy Code" }).click();
  await page.getByText("The code is selected. Copy it from your browser’s menu.").waitFor();
  expect(await page.evaluate(() => String(getSelection()))).toBe("K7QM-4XPD-92HR");
});

it("both buttons appear with the script", async () => {
  const page = await openPage(gift);
  expect(await page.getByRole("button").allTextContents()).toEqual(["Share", "Copy Code"]);
});
