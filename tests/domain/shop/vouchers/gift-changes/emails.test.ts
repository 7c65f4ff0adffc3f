import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { emails } from "#db/schema";
import { notifyRecipient, reportCancelledYear, voucherOfOrder } from "~/domain/shop/vouchers/gift-changes.server";
import { orderRow } from "../../../../support/orders";
import { later, loopOf, NOW, person } from "../../../../support/people";
import { voucher, voucherRow } from "../../../../support/vouchers";

beforeEach(() => {
  db.delete(emails).run();
});

const toldTo = (email: string) => db.select().from(emails).where(eq(emails.toEmail, email)).all();

describe("a change of a voucher that was emailed", () => {
  const ZOE = { recipientEmail: "zoe@example.org", sentAt: NOW };
  const OVER = { expiresAt: new Date(NOW.getTime() - 1) };

  it.each([
    ["ACTIVE", "SUSPENDED", {}, "on hold"],
    ["ACTIVE", "SUSPENDED", { expiresAt: NOW }, "on hold"],
    ["ACTIVE", "SUSPENDED", OVER, null],
    ["SUSPENDED", "ACTIVE", {}, "works again"],
    ["SUSPENDED", "ACTIVE", { expiresAt: NOW }, "works again"],
    ["SUSPENDED", "ACTIVE", OVER, "run out"],
    ["SUSPENDED", "CANCELLED", {}, "no longer works"],
    ["SUSPENDED", "CANCELLED", OVER, null],
    ["EXPIRED", "ACTIVE", {}, null],
    ["SUSPENDED", "SUSPENDED", {}, null],
    ["ACTIVE", "SUSPENDED", { sentAt: null }, null],
    ["ACTIVE", "SUSPENDED", { recipientEmail: null }, null],
  ] as const)("from %s to %s (%j) is told as: %s", (before, status, changes, words) => {
    voucher({}, { ...ZOE, recipientEmail: "tim@example.org" });
    const { voucherId } = voucher({}, { ...ZOE, status, ...changes });
    write((tx) => notifyRecipient(tx, { ...voucherRow(voucherId), status: before }, NOW));
    const told = db.select().from(emails).all();
    expect(told.map(({ toEmail }) => toEmail)).toEqual(words === null ? [] : [ZOE.recipientEmail]);
    if (words) expect(told[0]?.subject).toContain(words);
  });

  it("is told to nobody where there was no voucher", () => {
    write((tx) => notifyRecipient(tx, undefined, NOW));
    expect(db.select().from(emails).all()).toEqual([]);
  });
});

it("a year whose gift is cancelled is told to the person who redeemed it, and to nobody about one that is not there", () => {
  const [ada, ben] = [person("Ada"), person("Ben")];
  loopOf(ada.id, { title: "Ada’s year" });
  const { id } = loopOf(ben.id, { title: "Ben’s year" });
  for (const loopId of [id, "nothing"]) write((tx) => reportCancelledYear(tx, loopId, later(1)));
  const told = db.select().from(emails).all();
  expect(told.map(({ toEmail }) => toEmail)).toEqual([ben.email]);
  expect(toldTo(ben.email)[0]?.textBody).toContain("Ben’s year");
});

it("the voucher of an order is its own", () => {
  const [one, other] = [orderRow(), orderRow()].map(({ id: orderId }) => ({ orderId, ...voucher({ orderId }) }));
  const found = (orderId = "") => write((tx) => voucherOfOrder(tx, orderId)?.id);
  expect([found(one?.orderId), found(other?.orderId), found()]).toEqual([one?.voucherId, other?.voucherId, undefined]);
});
