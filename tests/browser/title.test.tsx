import { expect, it } from "vitest";
import { PageScript } from "~/ui/page-script";
import { openPage } from "./support/open-page";

it("Escape keeps the title, and does nothing where there is none", async () => {
  const page = await openPage(
    <>
      <a href="/dashboard" data-cancels="">
        Cancel
      </a>
      <PageScript name="title" />
    </>,
  );
  await page.keyboard.press("Escape");
  await page.waitForURL("**/dashboard");
  const other = await openPage(<PageScript name="title" />);
  await other.keyboard.press("Escape");
  expect(other.url()).toBe("http://loop.example/");
});
