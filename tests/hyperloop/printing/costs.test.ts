import { describe, expect, it } from "vitest";
import { change, rowOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const COSTS = "/hyperloop/print-costs";
const DAYS = { "For books sent to the printer from": "2026-01-01", Until: "2099-12-31" };
const HEAD = { Printer: "Calder Print", ...DAYS };

/** A book that went to the printer just now. */
async function printed() {
  const book = await bookInLine(app);
  change("UPDATE shipments SET state = 'printing', printing_at = ? WHERE id = ?", Date.now(), book.id);
  return { ...book, number: `LOOP-${book.loopId.slice(0, 8).toUpperCase()}` };
}

describe("what printing costs", () => {
  it("is typed on the shipment’s page, which asks again if it isn’t an amount", async () => {
    const book = await printed();
    const { browser } = await staffBrowser(app, "production", `/hyperloop/print-queue/${book.id}/cost`);
    const wrong = await browser.submit("Save", { "Cost in pounds, with delivery": "a lot" });
    expect([wrong.status, wrong.field("Cost in pounds, with delivery").error]).toEqual([
      422,
      "Please enter an amount like 18.40",
    ]);
    await browser.submit("Save", { "Cost in pounds, with delivery": "£18.40" });
    expect(browser.page.text("main")).toContain("£18.40");
    const page = await browser.visit(COSTS);
    expect(page.text("main")).toContain("Cost per book");
    const { browser: analyst } = await staffBrowser(app, "analyst");
    expect((await analyst.visit(COSTS)).status).toBe(200);
    expect(analyst.page.body).not.toContain("Enter an invoice");
    const { browser: support } = await staffBrowser(app, "support");
    expect((await support.visit(COSTS)).status).toBe(403);
  });

  it("is compared with a printer’s invoice, and taken along without formulas", async () => {
    const [known, silent] = [await printed(), await printed()];
    const { browser } = await staffBrowser(app, "production", `/hyperloop/print-queue/${known.id}/cost`);
    await browser.submit("Save", { "Cost in pounds, with delivery": "18.40" });
    await browser.visit(`${COSTS}/invoices/new`);
    const empty = await browser.submit("Save the invoice", { ...HEAD, "Invoice number": "N-1", Lines: "" });
    expect([empty.status, empty.field("Printer").value]).toEqual([422, "Calder Print"]);
    expect(empty.errorSummary()).toContain("Please enter the lines, or choose a file");
    const odd = await browser.submit("Save the invoice", { Lines: `${known.number},18.40\n=cmd(),x` });
    expect(odd.errorSummary().join()).toContain("We can’t read row 2");
    await browser.submit("Save the invoice", { Lines: `${known.number},19.00\n=SUM(A1),5.00` });
    const page = browser.page.text("main");
    expect(page).toContain("Differs");
    expect(page).toContain("Not ours");
    expect(page).toContain(silent.number);
    expect(page).toContain("£24.00");
    const file = await browser.submit("As CSV");
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.body).toContain(`${known.number},Differs,19,18.4`);
    expect(file.body).toContain("'=SUM(A1)");
    expect(file.body).toContain(`${silent.number},Missing,,`);
  });

  it("comes from a file in place of typed lines", async () => {
    const book = await printed();
    const { browser } = await staffBrowser(app, "production", `${COSTS}/invoices/new`);
    const file = new File([`Our number;Amount\r\n${book.number};18.40\r\n`], "n.csv", { type: "text/csv" });
    await browser.submit("Save the invoice", { ...HEAD, "Invoice number": "N-2", file });
    expect(browser.page.text("main")).toContain("No cost known");
    expect(rowOf("SELECT amount_pence AS pence FROM supplier_invoice_lines WHERE shipment_id = ?", book.id)).toEqual({
      pence: 1840,
    });
  });
});
