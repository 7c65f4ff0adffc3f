import { expect, it } from "vitest";
import { becomeCustomer } from "../../screens/support/customers";
import { giveGift } from "../../screens/support/gifts";
import { change, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LEDGER = "/hyperloop/ledger";

it("shows the days asked for, names no customer to an analyst, and gives the same as a file", async () => {
  const customer = await becomeCustomer(app);
  const order = giveGift(customer);
  const number = String(rowOf("SELECT number FROM orders WHERE id = ?", order).number);
  change(
    "INSERT INTO ledger (id, order_id, kind, amount_pence, provider_reference, at) VALUES ('l1', ?, 'payment', 6999, 'pi_1', ?)",
    ...[order, Date.parse("2026-10-12T12:00:00Z")],
  );
  const { browser } = await staffBrowser(app, "analyst");
  const page = await browser.visit(`${LEDGER}?from=2026-10-01&until=2026-10-31`);
  expect(page.body).toContain(number);
  expect(page.body).toContain("£69.99");
  expect(page.body).not.toContain(customer.email);
  expect(page.body).not.toContain("Customers as CSV");
  const file = await browser.submit("Ledger as CSV");
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(file.body).toContain(`2026-10-12,Sale,${number},69.99,0,GBP,pi_1`);
  expect((await browser.visit(`${LEDGER}?from=2026-09-01&until=2026-09-30`)).body).toContain(
    "Nothing moved on these days.",
  );
  expect((await browser.visit(`${LEDGER}?from=nonsense&until=2026-13-45`)).status).toBe(200);
  expect((await browser.visit(`${LEDGER}?from=2026-10-31&until=2026-10-01`)).body).toContain(number);
});

it("gives orders and customers as files to a super admin", async () => {
  const customer = await becomeCustomer(app);
  giveGift(customer);
  const { browser } = await staffBrowser(app, "super_admin");
  await browser.visit(LEDGER);
  expect((await browser.submit("Orders as CSV")).body).toContain(customer.email);
  await browser.visit(LEDGER);
  expect((await browser.submit("Customers as CSV")).body).toContain(customer.email);
});
