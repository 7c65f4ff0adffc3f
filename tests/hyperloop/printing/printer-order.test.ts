import "../../support/printer-sandbox";
import { expect, it } from "vitest";
import { change, rowOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { staffBrowser } from "../../support/staff";

const { openApp } = await import("../../support/app");
const app = await openApp();
const LIST = "/hyperloop/print-queue";

it("a parcel is priced, ordered from the printer and taken back on its page", async () => {
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, "production");
  await browser.visit(`${LIST}/${book.id}`);
  await browser.submit("Ask the price");
  expect(browser.page.text("main")).toContain("It would cost £14.89.");
  expect(browser.page.text("main")).toMatch(/£14\.89 with delivery, asked/);
  await browser.submit("Order from the printer");
  expect(browser.page.text("main")).toMatch(/Ordered\. It leaves at \d\d:\d\d\./);
  expect(browser.page.text("main")).toMatch(/The order goes to the printer at \d\d:\d\d\./);
  await browser.submit("Undo");
  expect(browser.page.text("main")).toContain("Undone.");
  expect(rowOf("SELECT state FROM shipments WHERE id = ?", book.id).state).toBe("waiting");
});

it("an order that went wrong says so, and what can be done", async () => {
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, "production");
  await browser.visit(`${LIST}/${book.id}`);
  await browser.submit("Order from the printer");
  change("UPDATE shipments SET printing_at = 1 WHERE id = ?", book.id);
  change("UPDATE print_orders SET state = 'cancelled' WHERE shipment_id = ?", book.id);
  await browser.visit("/hyperloop/inbox");
  expect(browser.page.text("main")).toContain("The printer isn’t printing it");
  await browser.visit(`${LIST}/${book.id}`);
  expect(browser.page.text("main")).toContain("The printer cancelled it.");
  await browser.submit("Order it again");
  await browser.submit("Undo the order");
  await browser.submit("Print it by hand");
  expect(browser.page.text("main")).toContain("It’s printed by hand.");
  const { browser: support } = await staffBrowser(app, "support");
  expect((await support.visit(`${LIST}/${book.id}`)).body).not.toContain("Order it again");
});
