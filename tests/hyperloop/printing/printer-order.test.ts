import { expect, it } from "vitest";
import { change, rowOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { KNOWN_ORDER, printerSandbox } from "../../support/printer-sandbox";
import { staffBrowser } from "../../support/staff";

const { openApp } = await import("../../support/app");
const app = await openApp();
const LIST = "/hyperloop/print-queue";

it("a shipment is priced, ordered from the printer and taken back on its page", async () => {
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, "production", `${LIST}/${book.id}`);
  await browser.submit("Ask the price");
  expect(browser.page.text("main")).toContain("It would cost £14.89.");
  expect(browser.page.text("main")).toMatch(/£14\.89 with delivery, asked/);
  await browser.submit("Order from the printer");
  expect(browser.page.text("main")).toMatch(/Ordered\. It goes to the printer at \d\d:\d\d\./);
  expect(browser.page.text("main")).toMatch(/The order goes to the printer at \d\d:\d\d\./);
  await browser.submit("Undo");
  expect(browser.page.text("main")).toContain("Undone.");
  expect(rowOf("SELECT state FROM shipments WHERE id = ?", book.id).state).toBe("waiting");
});

it("an order that went wrong says so, and what can be done", async () => {
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, "production", `${LIST}/${book.id}`);
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

it("an address that is corrected at the printer says whether the printer could still change it", async () => {
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, "production", `${LIST}/${book.id}`);
  await browser.submit("Order from the printer");
  const { browser: support } = await staffBrowser(app, "support");
  const correct = async (line1: string) => {
    await support.visit(`${LIST}/${book.id}/address`);
    await support.submit("Correct the address", { "Address line 1": line1, Reason: "They moved" });
    return support.page.text("main");
  };
  expect((await support.visit(`${LIST}/${book.id}/address`)).body).not.toContain("already has the old address");
  expect(await correct("1 Quay Street")).toContain("Address corrected.");
  change("UPDATE print_orders SET state = 'taken', printer_order_id = ? WHERE shipment_id = ?", KNOWN_ORDER, book.id);
  expect((await support.visit(`${LIST}/${book.id}/address`)).text("main")).toContain("We’ll send them the new one");
  expect(await correct("2 Quay Street")).toContain("The printer has the new one.");
  printerSandbox.setFailure("refuses");
  expect(await correct("4 Quay Street")).toContain("They refused it. Phone them");
  printerSandbox.setFailure("none");
  await printerSandbox.move(KNOWN_ORDER, "in_production");
  const late = await correct("3 Quay Street");
  expect(late).toContain("Address corrected here, but not at the printer.");
  expect(late).toContain("It’s too late for them to change it. Phone them");
});
