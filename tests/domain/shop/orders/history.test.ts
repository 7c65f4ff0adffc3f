import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, loops } from "#db/schema";
import { paidOrdersOf } from "~/domain/shop/orders/history.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought, voucherOf } from "../../../support/shop";

const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };

/** A gift whose recipient has started a year, with a title, a week and a shipment on its way. */
async function startedGift() {
  const [giver, reader] = [person("Jean"), person("Maya")];
  const order = await bought(giver, { gift: NOBODY });
  const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: "2027-12-20" };
  const voucherId = voucherOf(order.id)?.id ?? "";
  const begun = redeemVoucher({ accountId: reader.id, voucherId, ...wanted }, clock.now);
  if (!begun.ok) throw new Error(begun.reason);
  const { id } = begun.loop;
  const sent = { status: "SHIPPED", carrier: "Royal Mail", trackingNumber: "AB123456789GB" } as const;
  db.update(loops)
    .set({ title: "Biscuit, and what we never told Mum", ...sent })
    .where(eq(loops.id, id))
    .run();
  db.insert(entries)
    .values({
      loopId: id,
      week: 1,
      prompt: "What happened?",
      content: "The kettle sang.",
      createdAt: clock.now,
      updatedAt: clock.now,
    })
    .run();
  return { giver, reader, loopId: id };
}

describe("a giver", () => {
  it("sees nothing of the year while its owner does not show it", async () => {
    const { giver } = await startedGift();
    expect(paidOrdersOf(giver.id)).toMatchObject([{ loop: null, entriesCount: 0 }]);
  });

  it("sees how many weeks are written once the owner shows it, and never the title, the words or the shipment", async () => {
    const { giver, reader, loopId } = await startedGift();
    db.update(loops).set({ giverSeesProgress: true }).where(eq(loops.id, loopId)).run();
    const seen = paidOrdersOf(giver.id);
    expect(seen).toMatchObject([{ loop: { isOwn: false, title: null }, entriesCount: 1 }]);
    for (const secret of ["Biscuit", "kettle", "AB123456789GB", reader.email])
      expect(JSON.stringify(seen)).not.toContain(secret);
  });
});
