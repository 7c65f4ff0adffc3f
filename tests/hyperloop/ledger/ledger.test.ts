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
    "No money moved on these days.",
  );
  expect((await browser.visit(`${LEDGER}?from=nonsense&until=2026-13-45`)).status).toBe(200);
  expect((await browser.visit(`${LEDGER}?from=2026-10-31&until=2026-10-01`)).body).toContain(number);
});

it("gives orders and customers as files to a super admin", async () => {
  const customer = await becomeCustomer(app);
  giveGift(customer);
  const { browser } = await staffBrowser(app, "super_admin", LEDGER);
  expect((await browser.submit("Orders as CSV")).body).toContain(customer.email);
  await browser.visit(LEDGER);
  expect((await browser.submit("Customers as CSV")).body).toContain(customer.email);
});

it("shows payouts beside our ledger, marks what differs, and gives them as a file", async () => {
  const customer = await becomeCustomer(app);
  const order = giveGift(customer);
  const number = String(rowOf("SELECT number FROM orders WHERE id = ?", order).number);
  const at = Date.parse("2026-09-12T12:00:00Z");
  const line =
    "INSERT INTO payout_lines (id, payout_id, kind, reference, payment_intent_id, amount_pence, fee_pence, at) VALUES";
  change(
    "INSERT INTO payouts (id, amount_pence, status, left_at, arrives_at, lines_read_at, updated_at) VALUES ('po_1', 7374, 'paid', ?, ?, ?, ?)",
    ...[at, at, at, at],
  );
  change(
    "INSERT INTO ledger (id, order_id, kind, amount_pence, provider_reference, at) VALUES ('l2', ?, 'payment', 6999, 'pi_2', ?)",
    ...[order, at],
  );
  change(
    "INSERT INTO statement_lines (id, kind, source, amount_pence, fee_pence, at, booked_day, read_at) VALUES ('txn_1', 'payment', 'ch_1', 6999, 125, ?, '2026-09-12', ?)",
    ...[at, at],
  );
  change(`${line} ('txn_1', 'po_1', 'payment', 'pi_2', 'pi_2', 6999, 125, ?)`, at);
  change(`${line} ('txn_2', 'po_1', 'other', 'tu_1', NULL, 500, 0, ?)`, at);
  const { browser } = await staffBrowser(app, "analyst");
  const days = "?from=2026-09-01&until=2026-09-30";
  const list = await browser.visit(`${LEDGER}/payouts${days}`);
  expect(list.body).toContain("£73.74");
  expect(list.body).toContain("£68.74");
  expect(list.body).toContain("1 line differs");
  const page = await browser.visit(`${LEDGER}/payouts/po_1`);
  expect(page.body).toContain("Missing in our ledger");
  expect(page.body).toContain(number);
  expect(page.body).not.toContain(customer.email);
  await browser.visit(`${LEDGER}/payouts${days}`);
  const file = await browser.submit("Payouts as CSV");
  expect(file.body).toContain(`po_1,2026-09-12,2026-09-12,2026-09-12,Sale,${number},69.99,-1.25,69.99,Agrees`);
  expect(file.body).toContain("Something else,,5,0,,Missing in our ledger,GBP,tu_1");
  expect((await browser.visit(`${LEDGER}/payouts/po_none`)).status).toBe(404);
});
