import { describe, expect, it } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { giveGift } from "../screens/support/gifts";
import { change, countOf, rowOf } from "../screens/support/records";
import { openHouse } from "../support/house";
import { staffVisitor } from "../support/staff";

const house = await openHouse();
const LIST = "/hyperloop/orders";

const acts = (act: string, id: string) => countOf("audit_events", "act = ? AND object_id = ?", act, id);

describe("orders", () => {
  it("are found by number or e-mail, and shown whole", async () => {
    const customer = await becomeCustomer(house);
    const order = giveGift(customer);
    const number = "LP-7QKM-4XPD";
    change("UPDATE orders SET number = ? WHERE id = ?", number, order);
    const { browser } = await staffVisitor(house, "production");
    for (const q of [number.toLowerCase(), customer.email]) {
      expect((await browser.visit(`${LIST}?q=${q}&status=PAID`)).body).toContain(order);
    }
    expect((await browser.visit(`${LIST}/${order}`)).body).toContain("£69.99");
    expect((await browser.visit(`${LIST}?q=${encodeURIComponent("'%\u0000")}`)).body).toContain(
      "No orders found",
    );
    expect((await browser.visit(`${LIST}/none`)).status).toBe(404);
  });

  it.each([
    ["", "Please enter a sum above 0"],
    ["-5", "Please enter a sum above 0"],
    ["NaN", "Please enter a sum above 0"],
    ["70", "That is more than is left of what was paid"],
    ["250.01", "That is more than is left of what was paid"],
  ])("are not refunded by %j", async (amount, sentence) => {
    const order = giveGift(await becomeCustomer(house));
    const { browser } = await staffVisitor(house, "support");
    await browser.visit(`${LIST}/${order}/refund`);
    const page = await browser.submit("Give refund", { Amount: amount, Reason: "Asked for" });
    expect([page.status, page.body.includes(sentence), countOf("refunds", "order_id = ?", order)]).toEqual([
      422,
      true,
      0,
    ]);
  });

  it("are refunded in part for a reason, which is written down with who gave it", async () => {
    const order = giveGift(await becomeCustomer(house));
    const { browser, staffId } = await staffVisitor(house, "support");
    await browser.visit(`${LIST}/${order}/refund`);
    await browser.submit("Give refund", { Amount: "10", Reason: "Late delivery" });
    expect(browser.page.path).toBe(`${LIST}/${order}`);
    const refund = rowOf(
      "SELECT amount_pence AS pence, asked_by_staff_id AS who FROM refunds WHERE order_id = ?",
      order,
    );
    expect([refund, acts("refunds.give", order)]).toEqual([{ pence: 1000, who: staffId }, 1]);
  });

  it("are refunded of more than £250 only by two people, of whom one asked and the other decides", async () => {
    const order = giveGift(await becomeCustomer(house));
    change("UPDATE orders SET subtotal_pence = 30000, total_pence = 30000 WHERE id = ?", order);
    const asker = await staffVisitor(house, "super_admin");
    const used = { "Even if it has been begun, redeemed or printed": true };
    const asked = { Amount: "300", Reason: "All torn", ...used };
    await asker.browser.visit(`${LIST}/${order}/refund`);
    await asker.browser.submit("Give refund", asked);
    expect(asker.browser.page.body).toContain("£300.00 waits for a second person to approve it.");
    expect(countOf("refunds", "order_id = ?", order)).toBe(0);
    const { id } = rowOf("SELECT id FROM refund_requests WHERE order_id = ?", order);
    const page = `${LIST}/refunds/${id}`;
    expect((await asker.browser.visit(page)).body).toContain("somebody else decides");
    const second = await staffVisitor(house, "super_admin");
    expect((await second.browser.visit(LIST)).body).toContain("A large refund waits");
    await second.browser.visit(page);
    expect((await second.browser.submit("Decline the refund", { Reason: " " })).status).toBe(422);
    await second.browser.submit("Decline the refund", { Reason: "Half is enough" });
    expect([acts("refunds.ask", order), acts("refunds.decline", order)]).toEqual([1, 1]);
    await asker.browser.visit(`${LIST}/${order}/refund`);
    await asker.browser.submit("Give refund", asked);
    const again = rowOf("SELECT id FROM refund_requests WHERE order_id = ? AND state = 'waiting'", order);
    await second.browser.visit(`${LIST}/refunds/${again.id}`);
    await second.browser.submit("Approve the refund");
    expect(countOf("refunds", "order_id = ? AND amount_pence = 30000", order)).toBe(1);
    expect(acts("refunds.approve", order)).toBe(1);
  });

  it("have a receipt for staff once they were paid", async () => {
    const order = giveGift(await becomeCustomer(house));
    const { browser } = await staffVisitor(house, "support");
    const receipt = await browser.send(`${LIST}/${order}/receipt`);
    expect([receipt.status, receipt.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    change("UPDATE orders SET paid_at = NULL, status = 'PENDING' WHERE id = ?", order);
    expect((await browser.send(`${LIST}/${order}/receipt`)).status).toBe(404);
  });

  it("go to a corrected address, until the printer has begun", async () => {
    const order = giveGift(await becomeCustomer(house));
    const { browser } = await staffVisitor(house, "production");
    const words = {
      ...{
        "First name": "Ada",
        "Last name": "Moss",
        "Address line 1": "4 Quay Row",
        "Town or city": "Whitby",
      },
      ...{ Postcode: "yo21 3pu", Reason: "She rang" },
    };
    await browser.visit(`${LIST}/${order}/address`);
    expect((await browser.submit("Correct address", { ...words, Postcode: "12345" })).status).toBe(422);
    await browser.submit("Correct address", words);
    expect(browser.page.body).toContain("4 Quay Row");
    expect(acts("orders.correct_address", order)).toBe(1);
  });
});
