import { describe, expect, it } from "vitest";
import { write } from "#db/client.server";
import { notifyBuyer, notifyRefundedByBank, reportFailure } from "~/domain/shop/orders/refund-emails.server";
import { NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";
import { emailsTo } from "../../people/accounts/mailbox";
import { creditRow, lineRow, orderRow, refundRow, shipmentRow } from "./order-rows";

type Order = ReturnType<typeof orderRow>;
type Refund = Parameters<typeof refundRow>[1];

/** What the email about a refund says was cancelled; empty where it says nothing of that. */
function said(order: Order, given: Refund = {}): string {
  write((tx) => notifyBuyer(tx, refundRow(order.id, given), NOW));
  const [email, ...others] = emailsTo(order.email);
  expect([email?.accountId, others]).toEqual([order.accountId, []]);
  return (
    /We’ve cancelled (?:your gift|your year|the loop|the voucher)|We won’t print [^.]*/.exec(
      email?.textBody ?? "",
    )?.[0] ?? ""
  );
}

const loop = () => orderRow(person("Ada"));
const gift = () => orderRow(person("Jean"), { kind: "gift" });

describe("the email about a refund", () => {
  it.each([
    ["a loop that waits", {}, ""],
    ["a loop that was taken back", { cancelledAt: NOW }, "We’ve cancelled the loop"],
    ["a year that goes on", { spentAt: NOW }, ""],
    ["a year that was ended", { spentAt: NOW, cancelledAt: NOW }, "We’ve cancelled your year"],
  ])("says of %s: %j is %j", (_, credit, words) => {
    const [other, order] = [loop(), loop()];
    creditRow({ orderId: other.id, ...(words === "" ? { cancelledAt: NOW } : {}) });
    creditRow({ orderId: order.id, ...credit });
    expect(said(order)).toBe(words);
  });

  it.each([
    ["works", "ACTIVE", null, ""],
    ["was cancelled", "CANCELLED", null, "We’ve cancelled the voucher"],
    ["was redeemed", "REDEEMED", {}, ""],
    ["was redeemed for a year that was cancelled", "REDEEMED", { cancelledAt: NOW }, "We’ve cancelled your gift"],
  ] as const)("says of a voucher that %s", (_, status, credit, words) => {
    const [other, order] = [gift(), gift()];
    const isOther = words === "" ? "CANCELLED" : "ACTIVE";
    const another = voucher({ orderId: other.id }, { status: isOther });
    creditRow({ voucherId: another.voucherId, spentAt: NOW, cancelledAt: words === "" ? NOW : null });
    const { voucherId } = voucher({ orderId: order.id }, { status });
    if (credit) creditRow({ voucherId, spentAt: NOW, ...credit });
    expect(said(order)).toBe(words);
  });

  describe("of copies", () => {
    const copies = () => orderRow(person("Ada"), { kind: "book_copies", subtotalPence: 20000, totalPence: 20000 });
    const taken = (lineId: string, quantity: number) => ({ amountPence: 5000, taken: [{ lineId, quantity }] });

    it.each([
      ["some of which were taken out says how many", 2, 2, "We won’t print 2 of your copies"],
      ["of which fewer were taken out says nothing", 1, 2, ""],
    ])("%s", (_, withdrawnQuantity, quantity, words) => {
      const order = copies();
      shipmentRow({ orderId: order.id });
      lineRow(order.id, { quantity: 4 });
      const line = lineRow(order.id, { quantity: 4, withdrawnQuantity });
      expect(said(order, taken(line.id, quantity))).toBe(words);
    });

    it("none of which are printed says so, though another order's are", () => {
      const [order, other] = [copies(), copies()];
      shipmentRow({ orderId: other.id, state: "printing" });
      expect(said(order, { amountPence: 20000 })).toBe("We won’t print the copies");
    });

    it("that are at the printer says nothing, nor does goodwill", () => {
      const [printed, order] = [copies(), copies()];
      shipmentRow({ orderId: printed.id, state: "printing" });
      const line = lineRow(printed.id, { quantity: 4, withdrawnQuantity: 1 });
      expect(said(printed, taken(line.id, 1))).toBe("");
      expect(said(order, { amountPence: 5000 })).toBe("");
      const waiting = copies();
      shipmentRow({ orderId: waiting.id });
      expect(said(waiting, { amountPence: 20000 })).toBe("");
    });
  });

  it("is written to nobody whose data is erased", () => {
    const erased = { ...person("Era"), email: "" };
    const order = orderRow(erased);
    write((tx) => {
      const refund = refundRow(order.id);
      notifyBuyer(tx, refund, NOW);
      notifyRefundedByBank(tx, refund, NOW);
      reportFailure(tx, refund, NOW);
    });
    expect(emailsTo("")).toEqual([]);
  });

  it("that did not go through, or that a bank made, goes to the buyer of that order", () => {
    const [other, order] = [loop(), loop()];
    write((tx) => {
      const refund = refundRow(order.id);
      notifyRefundedByBank(tx, refund, NOW);
      reportFailure(tx, refund, NOW);
    });
    expect(
      emailsTo(order.email)
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual([`Your bank has paid you back for order ${order.number}`, "Your refund of £1.00 didn’t go through"]);
    expect(emailsTo(other.email)).toEqual([]);
  });
});
