import { expect, it } from "vitest";
import { change, rowOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();

it("a book with weeks nobody has reviewed stays in the print queue until somebody says why it goes", async () => {
  const book = await bookInLine(app);
  change("UPDATE entries SET moderation = 'PENDING' WHERE loop_id = ?", book.loopId);
  const { browser } = await staffBrowser(app, "production");
  const batch = `/hyperloop/print-queue/batch/send?shipments=${book.id}`;
  const stateOf = () => rowOf("SELECT state FROM shipments WHERE id = ?", book.id).state;
  await browser.visit(batch);
  await browser.submit("Mark as sent to the printer");
  expect(browser.page.text("main")).toContain("Some weeks haven’t been reviewed.");
  expect(stateOf()).toBe("waiting");
  await browser.visit(batch);
  expect(browser.page.text("main")).toContain("1 week hasn’t been reviewed.");
  const why = `Why does ${book.box.split(", ")[1]} print anyway?`;
  await browser.submit("Mark as sent to the printer", { [why]: "Promised for Friday" });
  expect(stateOf()).toBe("printing");
  expect((await browser.visit(`/hyperloop/print-queue/${book.id}`)).text("main")).toContain("Promised for Friday");
});
