import { expect, it } from "vitest";
import { PageScript } from "~/ui/page-script";
import { openPage, takeFailures } from "./support/open-page";

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

it.each([
  ["AbortError", []],
  ["NotAllowedError", ["Not this time"]],
])("a share sheet that ends with %s fails with %j", async (name, failures) => {
  const page = await openPage(gift);
  await page.evaluate((ends) => {
    navigator.share = () => Promise.reject(new DOMException("Not this time", ends));
  }, name);
  await page.getByRole("button", { name: "Share" }).click();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(takeFailures()).toEqual(failures);
});

it("an error of the clipboard that nobody expects is a failure of the script, and the code is selected", async () => {
  const page = await openPage(gift);
  await page.evaluate(() => {
    const clipboard = { writeText: () => Promise.reject(new Error("No such clipboard")) };
    Object.defineProperty(navigator, "clipboard", { value: clipboard });
  });
  await page.getByRole("button", { name: "Copy Code" }).click();
  await page.getByText("The code is selected. Copy it from your browser’s menu.").waitFor();
  await expect.poll(takeFailures).toEqual(["No such clipboard"]);
});
