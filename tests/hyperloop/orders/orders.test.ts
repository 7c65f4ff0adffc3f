import { describe, expect, it } from "vitest";
import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { becomeCustomer } from "../../screens/support/customers";
import { giveGift } from "../../screens/support/gifts";
import { giveLoop } from "../../screens/support/loops";
import { change, countActs, countOf, dayFromToday, rowOf } from "../../screens/support/records";
import { makeVoucher } from "../../screens/support/vouchers";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/orders";

let ordered = 0;

/** A paid order of luxury copies of one finished year, with its shipment queued. */
async function orderCopies(many: number) {
  const customer = await becomeCustomer(app);
  const loopId = giveLoop(customer, { startedDaysAgo: 400, status: "DELIVERED" });
  ordered += 1;
  const [order, now, name] = [`copies-${ordered}`, Date.now(), `Year ${ordered}, luxury hardback with a leather cover`];
  const [subtotal, tax] = [many * 6999, Math.floor((many * 6999 * 8 + 50) / 100)];
  change(
    `INSERT INTO orders (id, number, account_id, basket_key, kind, status, subtotal_pence, tax_pence, total_pence,
       pricing, email, created_at, paid_at, updated_at)
     VALUES (?, ?, ?, ?, 'book_copies', 'PAID', ?, ?, ?, '{}', ?, ?, ?, ?)`,
    ...[order, `LP-COPY-${ordered}`, customer.accountId, order, subtotal, tax, subtotal + tax],
    ...[customer.email, now, now, now],
  );
  change(
    `INSERT INTO order_lines (id, order_id, item_id, name, unit_pence, quantity, loop_id, edition)
     VALUES (?, ?, 'copy', ?, 6999, ?, ?, 'luxury')`,
    ...[`line-${order}`, order, name, many, loopId],
  );
  change(
    "INSERT INTO shipments (id, order_id, loop_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
    ...[`shipment-${order}`, order, loopId, now, now],
  );
  return { order, name, take: `Refund: ${name}` };
}

describe("orders", () => {
  it("say until when their buyer can cancel and what they get back, or why they can’t", async () => {
    const order = giveGift(await becomeCustomer(app));
    const { browser } = await staffBrowser(app, "support");
    const said = async (id: string) => (await browser.visit(`${LIST}/${id}`)).text("main");
    const lastDay = formatDay(dayFromToday(CANCELLATION_DAYS));
    expect(await said(order)).toContain(
      `Buyer can cancel Yes, until the end of ${lastDay}, UK time. Today they’d get £69.99 back`,
    );
    change("UPDATE orders SET paid_at = paid_at - ? WHERE id = ?", ...[(CANCELLATION_DAYS + 1) * 86_400_000, order]);
    expect(await said(order)).toContain(`Buyer can cancel No. The last day was ${formatDay(dayFromToday(-1))}`);
    change("UPDATE orders SET status = 'PENDING', paid_at = NULL WHERE id = ?", order);
    expect(await said(order)).not.toContain("Buyer can cancel");
    const copies = await orderCopies(1);
    expect(await said(copies.order)).toContain(
      "Buyer can cancel Yes, until the copies go to the printer. Today they’d get £75.59 back",
    );
    change("UPDATE shipments SET state = 'printing' WHERE order_id = ?", copies.order);
    expect(await said(copies.order)).toContain("Buyer can cancel No. The book is at the printer");
  });

  it("are found by number or e-mail, and shown whole", async () => {
    const customer = await becomeCustomer(app);
    const order = giveGift(customer);
    const number = "LP-7QKM-4XPD";
    change("UPDATE orders SET number = ? WHERE id = ?", number, order);
    const { browser } = await staffBrowser(app, "production");
    for (const q of [number.toLowerCase(), customer.email]) {
      expect((await browser.visit(`${LIST}?q=${q}&status=PAID`)).body).toContain(order);
    }
    expect((await browser.visit(`${LIST}/${order}`)).body).toContain("£69.99");
    expect((await browser.visit(`${LIST}?q=${encodeURIComponent("'%\u0000")}`)).body).toContain("No orders found");
    expect((await browser.visit(`${LIST}/none`)).status).toBe(404);
  });

  it("that are refunded while the provider doesn’t respond are not called refunded", async () => {
    const order = giveGift(await becomeCustomer(app));
    change(
      `INSERT INTO payments (id, order_id, attempt, surface, status, amount_pence, payment_intent_id, created_at, updated_at)
       VALUES (?, ?, 1, 'page', 'paid', 6999, 'pi_silent', 1, 1)`,
      ...[`payment-${order}`, order],
    );
    const { browser } = await staffBrowser(app, "support");
    const asked = await browser.visit(`${LIST}/${order}/refund`);
    expect(asked.text("main aside")).toMatch(/The order.*Refunded Nothing.*margaret/s);
    const page = await browser.submit("Refund", { Goodwill: "10", Reason: "Late delivery" });
    expect(page.text("main")).toContain("The refund of £10.00 is saved. The payment provider hasn’t confirmed it yet.");
    expect(page.text("main")).not.toContain("has been refunded");
    expect(rowOf("SELECT status FROM refunds WHERE order_id = ?", order)).toEqual({ status: "pending" });
  });

  it.each([
    ["", "Please choose what to refund, or enter an amount above 0"],
    ["0", "Please choose what to refund, or enter an amount above 0"],
    ["-5", "Please enter an amount, or leave it blank"],
    ["NaN", "Please enter an amount, or leave it blank"],
    ["70", "That’s more than what’s left of the payment"],
    ["250.01", "That’s more than what’s left of the payment"],
  ])("are not refunded by %j", async (amount, sentence) => {
    const order = giveGift(await becomeCustomer(app));
    const { browser } = await staffBrowser(app, "support", `${LIST}/${order}/refund`);
    const page = await browser.submit("Refund", { Goodwill: amount, Reason: "Asked for" });
    expect([page.status, page.body.includes(sentence), countOf("refunds", "order_id = ?", order)]).toEqual([
      422,
      true,
      0,
    ]);
  });

  it("are refunded in part for a reason, which is written down with who gave it", async () => {
    const order = giveGift(await becomeCustomer(app));
    const { browser, staffId } = await staffBrowser(app, "support", `${LIST}/${order}/refund`);
    await browser.submit("Refund", { Goodwill: "10", Reason: "Late delivery" });
    expect(browser.page.path).toBe(`${LIST}/${order}`);
    const refund = rowOf(
      "SELECT amount_pence AS pence, requested_by_staff_id AS who FROM refunds WHERE order_id = ?",
      order,
    );
    expect([refund, countActs("refunds.give", order)]).toEqual([{ pence: 1000, who: staffId }, 1]);
  });

  it("are refunded of more than £250 only by two people, of whom one asked and the other decides", async () => {
    const order = giveGift(await becomeCustomer(app));
    change("UPDATE orders SET subtotal_pence = 30000, total_pence = 30000 WHERE id = ?", order);
    const asker = await staffBrowser(app, "super_admin");
    const used = { "Refund even if its date is chosen, or it’s redeemed or printed": true };
    const input = { Goodwill: "300", Reason: "All torn", ...used };
    await asker.browser.visit(`${LIST}/${order}/refund`);
    await asker.browser.submit("Refund", input);
    expect(asker.browser.page.body).toContain("£300.00 is waiting for a second person to approve it.");
    expect(countOf("refunds", "order_id = ?", order)).toBe(0);
    const { id } = rowOf("SELECT id FROM refund_requests WHERE order_id = ?", order);
    const page = `${LIST}/refunds/${id}`;
    expect((await asker.browser.visit(page)).body).toContain("somebody else must decide");
    const second = await staffBrowser(app, "super_admin");
    expect((await second.browser.visit(LIST)).body).toContain("A large refund is waiting");
    await second.browser.visit(page);
    expect((await second.browser.submit("Decline the refund", { Reason: " " })).status).toBe(422);
    await second.browser.submit("Decline the refund", { Reason: "Half is enough" });
    expect([countActs("refunds.ask", order), countActs("refunds.decline", order)]).toEqual([1, 1]);
    await asker.browser.visit(`${LIST}/${order}/refund`);
    await asker.browser.submit("Refund", input);
    const again = rowOf("SELECT id FROM refund_requests WHERE order_id = ? AND state = 'waiting'", order);
    await second.browser.visit(`${LIST}/refunds/${again.id}`);
    await second.browser.submit("Approve the refund");
    expect(countOf("refunds", "order_id = ? AND amount_pence = 30000", order)).toBe(1);
    expect(countActs("refunds.approve", order)).toBe(1);
  });

  it("of gifts are refunded in part once somebody has chosen what happens to the voucher", async () => {
    const order = giveGift(await becomeCustomer(app));
    const { voucherId } = await makeVoucher({ orderId: order });
    const statusOf = () => rowOf("SELECT status FROM vouchers WHERE id = ?", voucherId).status;
    const { browser } = await staffBrowser(app, "support", `${LIST}/${order}/refund`);
    const input = { Goodwill: "69.98", Reason: "A misprint on the card" };
    const page = await browser.submit("Refund", input);
    expect([page.status, page.errorSummary()]).toEqual([422, ["Please choose what happens to the voucher"]]);
    expect(page.body).toContain("A misprint on the card");
    expect([countOf("refunds", "order_id = ?", order), statusOf()]).toEqual([0, "ACTIVE"]);
    await browser.submit("Refund", { ...input, "The unredeemed voucher": "cancel" });
    expect([countOf("refunds", "order_id = ? AND amount_pence = 6998", order), statusOf()]).toEqual([1, "CANCELLED"]);
  });

  it("of copies are refunded by line and quantity, and what goes back is said before it goes", async () => {
    const { order, take } = await orderCopies(4);
    const { browser } = await staffBrowser(app, "support");
    const form = await browser.visit(`${LIST}/${order}/refund`);
    expect(form.body).toContain("Waiting to print: whatever you refund leaves the print queue.");
    const quoted = await browser.submit("Show the amount", { [take]: "3", Goodwill: "5" });
    expect(quoted.text(".banner")).toContain("This refunds £231.77: £226.77 for items");
    expect(quoted.text(".banner")).toMatch(
      /3 of 4 × .+ leave the print queue\. £5\.00 of it is goodwill\. The buyer gets an email about it\./,
    );
    expect(countOf("refunds", "order_id = ?", order)).toBe(0);
    expect(quoted.field("goodwill").value).toBe("5");
    await browser.submit("Refund", { Reason: "Ordered too many" });
    expect(countOf("refunds", "order_id = ? AND amount_pence = 23177", order)).toBe(1);
    // This order was never paid at the provider's, so no webhook arrives; the test writes its effect itself.
    change("UPDATE refunds SET status = 'succeeded' WHERE order_id = ?", order);
    expect(rowOf("SELECT withdrawn_quantity AS out FROM order_lines WHERE order_id = ?", order).out).toBe(3);
    expect((await browser.visit(`${LIST}/${order}`)).body).toContain("3 not to be printed");
    const again = await browser.visit(`${LIST}/${order}/refund`);
    expect(again.body).toContain("4 bought, 3 already refunded.");
  });

  it("of copies that are with the printer are refunded only by somebody who has read that", async () => {
    const { order, take } = await orderCopies(2);
    change("UPDATE shipments SET state = 'printing' WHERE order_id = ?", order);
    const { browser } = await staffBrowser(app, "support");
    const form = await browser.visit(`${LIST}/${order}/refund`);
    expect(form.body).toContain("At the printer: we can’t stop it.");
    const page = await browser.submit("Refund", { [take]: "1", Reason: "Torn" });
    expect([page.status, page.body.includes("We can’t stop the printer")]).toEqual([422, true]);
    await browser.submit("Refund", {
      "Refund even if its date is chosen, or it’s redeemed or printed": true,
    });
    expect(countOf("refunds", "order_id = ? AND amount_pence = 7559", order)).toBe(1);
  });

  it("are refunded for two as they were asked for, which the second person reads", async () => {
    const { order, take, name } = await orderCopies(4);
    const { browser } = await staffBrowser(app, "support", `${LIST}/${order}/refund`);
    await browser.submit("Refund", { [take]: "3", Goodwill: "30", Reason: "Party called off" });
    expect(browser.page.body).toContain("£256.77 is waiting for a second person to approve it.");
    expect(countOf("shipments", "order_id = ?", order)).toBe(1);
    const { id } = rowOf("SELECT id FROM refund_requests WHERE order_id = ?", order);
    const second = await staffBrowser(app, "super_admin");
    const page = await second.browser.visit(`${LIST}/refunds/${id}`);
    expect([page.body.includes(`3 × ${name}`), page.body.includes("£30.00")]).toEqual([true, true]);
    expect(page.text(".banner")).toMatch(
      /What will happen: £256\.77 goes back\. 3 of 4 × .+ leave the print queue\. £30\.00 of it is goodwill\./,
    );
    expect(page.text("main")).toContain("Left of what was paid £302.36");
    change("UPDATE shipments SET state = 'printing' WHERE order_id = ?", order);
    await second.browser.submit("Approve the refund");
    expect(second.browser.page.body).toContain("redeemed or printed. Decline it");
    change("UPDATE shipments SET state = 'waiting' WHERE order_id = ?", order);
    await second.browser.submit("Approve the refund");
    expect(rowOf("SELECT withdrawn_quantity AS out FROM order_lines WHERE order_id = ?", order).out).toBe(3);
  });

  it("are said to have changed where less is left than somebody asked for", async () => {
    const { order, take } = await orderCopies(4);
    const { browser } = await staffBrowser(app, "support", `${LIST}/${order}/refund`);
    await browser.submit("Refund", { [take]: "3", Goodwill: "30", Reason: "Party called off" });
    const { id } = rowOf("SELECT id FROM refund_requests WHERE order_id = ?", order);
    const form = await browser.visit(`${LIST}/${order}/refund`);
    expect(form.text(".banner-warn")).toContain("asked to refund £256.77 of this order");
    await browser.submit("Refund", { [take]: "2", Reason: "Two at once" });
    change("UPDATE refunds SET status = 'succeeded' WHERE order_id = ?", order);
    const second = await staffBrowser(app, "super_admin");
    const page = await second.browser.visit(`${LIST}/refunds/${id}`);
    expect(page.text(".banner-warn")).toContain("This has changed since it was asked for.");
    expect(page.body).not.toContain("What will happen");
    expect(page.body).not.toContain("Approve the refund");
    await second.browser.submit("Decline the refund", { Reason: "Ask again for what is left" });
    expect(rowOf("SELECT state FROM refund_requests WHERE id = ?", String(id)).state).toBe("declined");
  });

  it.each([
    ["a line of another order", { "lines[0].lineId": "another", "lines[0].quantity": "1" }],
    ["no number", { "lines[0].quantity": "many" }],
    ["more than there are", { "lines[0].quantity": "9" }],
    ["a line out of nowhere", { "lines[7].quantity": "1" }],
  ])("are not refunded by a form that names %s", async (_, wrong) => {
    const { order } = await orderCopies(2);
    const { browser } = await staffBrowser(app, "support");
    const form = await browser.visit(`${LIST}/${order}/refund`);
    const fields = { csrf: form.field("csrf").value, intent: "give", reason: "Asked for" };
    const line = { "lines[0].lineId": form.field("lines[0].lineId").value, "lines[0].quantity": "0" };
    const response = await browser.post(`${LIST}/${order}/refund`, { ...fields, ...line, ...wrong });
    expect([response.status, countOf("refunds", "order_id = ?", order)]).toEqual([422, 0]);
    expect(response.errorSummary()).toHaveLength(1);
  });

  it("have a receipt for staff once they were paid", async () => {
    const order = giveGift(await becomeCustomer(app));
    const { browser } = await staffBrowser(app, "support");
    const receipt = await browser.send(`${LIST}/${order}/receipt`);
    expect([receipt.status, receipt.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    change("UPDATE orders SET paid_at = NULL, status = 'PENDING' WHERE id = ?", order);
    expect((await browser.send(`${LIST}/${order}/receipt`)).status).toBe(404);
  });

  it("go to a corrected address, until the printer has begun", async () => {
    const order = giveGift(await becomeCustomer(app));
    const { browser } = await staffBrowser(app, "production");
    const words = {
      "First name": "Ada",
      "Last name": "Moss",
      "Address line 1": "4 Quay Row",
      "Town or city": "Whitby",
      Postcode: "yo21 3pu",
      Reason: "She rang",
    };
    await browser.visit(`${LIST}/${order}/address`);
    expect((await browser.submit("Correct address", { ...words, Postcode: "12345" })).status).toBe(422);
    await browser.submit("Correct address", words);
    expect(browser.page.body).toContain("4 Quay Row");
    expect(countActs("orders.correct_address", order)).toBe(1);
  });
});

describe("a disputed order", () => {
  it("says so in red with the day the bank waits for, on order, account and inbox, and offers no refund", async () => {
    const customer = await becomeCustomer(app);
    const order = giveGift(customer);
    const due = Date.parse("2031-12-04T23:59:00Z");
    change(
      `INSERT INTO disputes (id, order_id, stage, amount_pence, fee_pence, reason, due_at, opened_at, updated_at)
       VALUES ('du_1', ?, 'open', 6999, 1500, 'product_not_received', ?, ?, ?)`,
      ...[order, due, Date.now(), Date.now()],
    );
    const { browser } = await staffBrowser(app, "support");
    const page = await browser.visit(`${LIST}/${order}`);
    const plain = page.body.replaceAll("<!-- -->", "");
    for (const words of [
      "The bank disputes £69.99",

      "goods not received",
      "£15.00 fee",
      "4 December, 23:59",
      "Refunds are off",
      "Disputed",
    ])
      expect(plain).toContain(words);
    expect(page.body).not.toContain(`${LIST}/${order}/refund`);
    expect((await browser.visit(`${LIST}/${order}/refund`)).body).toContain(
      "The bank is deciding about this payment, so refunds are off.",
    );
    expect(page.body).not.toContain("Work it out");
    expect((await browser.visit(`/hyperloop/people/${customer.accountId}`)).body).toContain("Refunds are off");
    expect((await browser.visit("/hyperloop/inbox")).body).toContain("due 4 December 2031");
    change("UPDATE disputes SET stage = 'won'");
    const won = await browser.visit(`${LIST}/${order}`);
    expect(won.body).toContain("Won: £69.99 is back.");
    expect(won.body).toContain(`${LIST}/${order}/refund`);
  });
});
