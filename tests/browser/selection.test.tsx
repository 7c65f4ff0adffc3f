import { expect, it } from "vitest";
import { BulkBar, tickColumn } from "~/hyperloop/bulk";
import { Table } from "~/ui/table";
import { openPage } from "./support/open-page";

const rows = [{ id: "one" }, { id: "two" }, { id: "three" }];
const list = (
  <>
    <Table caption="Vouchers" rows={rows} columns={[tickColumn(({ id }) => id, false)]} />
    <BulkBar acts={[{ label: "Cancel", href: "/cancel" }]} allHref="/all" isMain={false} />
  </>
);

it("what is ticked is counted, and the buttons are there while something is", async () => {
  const page = await openPage(list);
  const said = page.locator("[data-selection]");
  const cancel = page.getByRole("button", { name: "Cancel" });
  expect([await said.textContent(), await cancel.isVisible()]).toEqual(["0 ticked:", false]);
  await page.getByLabel("two").check();
  expect([await said.textContent(), await cancel.isVisible()]).toEqual(["1 ticked:", true]);
});

it("one press ticks the whole page, and the next unticks it", async () => {
  const page = await openPage(list);
  await page.getByText("Tick all on this page").click();
  expect(await page.locator("input:checked").count()).toBe(3);
  expect(page.url()).toBe("http://loop.example/");
  await page.getByText("Untick all").click();
  expect(await page.locator("input:checked").count()).toBe(0);
});
