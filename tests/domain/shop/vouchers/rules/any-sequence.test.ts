import "../../../../support/payment-sandbox";
import { count, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { loopCredits, loops } from "#db/schema";
import { correctRecipient, giveNewCode } from "~/domain/backoffice/people/gift-corrections.server";
import { trayOf, undoHeld } from "~/domain/backoffice/undo/undo.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { giveRefund } from "~/domain/shop/orders/admin-refunds.server";
import { sendWaitingRefunds } from "~/domain/shop/orders/refunds.server";
import { closeExpiredVouchers, remindOfVouchers, sendDueGifts } from "~/domain/shop/vouchers/delivery.server";
import { changeGift, resendGift } from "~/domain/shop/vouchers/gifts.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { type VoucherStatus, voucherRefusal } from "~/domain/shop/vouchers/rules";
import { cancelVoucher, extendVoucher, resendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { GOOD_CARD } from "../../../../adapters/payments/buyer";
import { answerBank, DISPUTED_CARD } from "../../../../support/bank";
import { clock } from "../../../../support/payment-sandbox";
import { person } from "../../../../support/people";
import { cases } from "../../../../support/rounds";
import {
  brokenInvariants,
  cancelAsShown,
  deliverWebhooks,
  ordered,
  paidFor,
  voucherOf,
} from "../../../../support/shop";
import { voucherRow } from "../../../../support/vouchers";
import { colleague } from "../../../people/staff/colleagues";

/** One gift, and whatever its giver, its holder, staff, the bank and the calendar do with it, in any order. */

/** Where a voucher goes from each state. */
const MOVES: Readonly<Record<VoucherStatus, readonly VoucherStatus[]>> = {
  ACTIVE: ["REDEEMED", "EXPIRED", "CANCELLED", "SUSPENDED"],
  SUSPENDED: ["ACTIVE", "EXPIRED", "CANCELLED"],
  EXPIRED: ["ACTIVE", "CANCELLED"],
  // Undone, within ten minutes.
  CANCELLED: ["ACTIVE", "SUSPENDED"],
  REDEEMED: [],
};
const UNDONE_WITHIN_MS = 10 * MINUTE_MS;

const anyRecipient = fc.constantFrom("", "callum@example.com", "stranger@example.com");
const anyDays = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 400 }));

const ACTS = [
  "redeem",
  "redeemByOther",
  "cancel",
  "undo",
  "resend",
  "resendByStaff",
  "buyerCancels",
  "webhooks",
  "bankForUs",
  "bankForThem",
] as const;

const anyAct = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constantFrom(...ACTS) }) },
  // Before and after they are allowed.
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom("redeem", "cancel") }) },
  fc.record({ act: fc.constant("extend" as const), days: anyDays }),
  fc.record({ act: fc.constant("change" as const), email: anyRecipient, days: fc.option(anyDays) }),
  fc.record({ act: fc.constantFrom("correct", "newCode"), email: fc.constant("callum@example.com") }),
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("refund" as const),
      pence: fc.oneof(fc.constant(6_999), fc.integer({ min: 1, max: 6_999 })),
      voucher: fc.constantFrom("cancel", "keep", null),
      evenIfUsed: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("wait" as const), minutes: fc.constantFrom(5, 10, 60) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("days" as const), days: anyDays }) },
);
type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;

interface World {
  voucherId: string;
  orderId: string;
  giverId: string;
  staffId: string;
  holders: readonly [string, string];
  now: Date;
}

const REASON = "A test";

function redeemBy(world: World, accountId: string): void {
  const before = voucherRow(world.voucherId);
  const isRepeated = before.redeemedByAccountId === accountId;
  const refusal = voucherRefusal(before, world.now);
  const deliveryDay = addDays(londonDay(world.now), 378);
  const wanted = { accountId, voucherId: world.voucherId, theme: "pet", type: "puppys-first-year", deliveryDay };
  const result = redeemVoucher(wanted, world.now);
  if (isRepeated && result.ok) expect(result.first).toBe(false);
  else expect(result.ok ? null : result.reason).toBe(refusal);
}

async function doAct(world: World, act: Act): Promise<void> {
  const { voucherId, orderId, giverId, staffId, now } = world;
  const today = londonDay(now);
  switch (act.act) {
    case "redeem":
      return redeemBy(world, world.holders[0]);
    case "redeemByOther":
      return redeemBy(world, world.holders[1]);
    case "cancel":
      return void cancelVoucher({ voucherId, reason: REASON }, staffId, now);
    case "undo":
      for (const { id } of trayOf(staffId, now)) undoHeld(id, staffId, now);
      return;
    case "extend": {
      const expiresOn = addDays(londonDay(voucherRow(voucherId).expiresAt), act.days);
      return void extendVoucher(voucherId, { expiresOn, reason: REASON }, staffId, now);
    }
    case "resend":
      return void resendGift(giverId, voucherId, now);
    case "resendByStaff":
      return void resendVoucher(voucherId, staffId, now);
    case "change": {
      const sendOnDay = act.days === null || act.email === "" ? "" : addDays(today, act.days);
      const words = { recipientName: "Callum", recipientEmail: act.email, giftMessage: "", sendOnDay };
      return void changeGift({ accountId: giverId, voucherId }, words, now);
    }
    case "correct":
    case "newCode": {
      const words = { recipientName: "Callum", recipientEmail: act.email, reason: REASON };
      return void (act.act === "correct" ? correctRecipient : giveNewCode)(voucherId, words, staffId, now);
    }
    case "refund": {
      const chosen = { orderId, taken: [], goodwillPence: act.pence, voucher: act.voucher, evenIfUsed: act.evenIfUsed };
      return void giveRefund({ ...chosen, reason: REASON }, staffId, now);
    }
    case "buyerCancels":
      return void (await cancelAsShown(giverId, orderId, now));
    case "webhooks":
      clock.now = now;
      return void (await deliverWebhooks());
    case "bankForUs":
      return await answerBank(orderId, "winning_evidence");
    case "bankForThem":
      return await answerBank(orderId, "losing_evidence");
    case "wait":
    case "days":
      world.now = new Date(now.getTime() + (act.act === "wait" ? act.minutes * MINUTE_MS : act.days * DAY_MS));
      clock.now = world.now;
      closeExpiredVouchers(world.now);
      await sendDueGifts(world.now);
      await remindOfVouchers(world.now);
      await sendWaitingRefunds(world.now);
  }
}

const creditsOf = (voucherId: string) =>
  db.select({ many: count() }).from(loopCredits).where(eq(loopCredits.voucherId, voucherId)).get()?.many;
const loopsOf = (accountId: string) =>
  db.select({ many: count() }).from(loops).where(eq(loops.accountId, accountId)).get()?.many ?? 0;

function expectAllowed(before: ReturnType<typeof voucherRow>, world: World, act: Act): void {
  const after = voucherRow(world.voucherId);
  if (after.status !== before.status) {
    expect(MOVES[before.status]).toContain(after.status);
    if (before.status === "CANCELLED") {
      expect(act.act).toBe("undo");
      expect(world.now.getTime() - before.updatedAt.getTime()).toBeLessThan(UNDONE_WITHIN_MS);
    }
  }
  // Redeemed once, by one person, with one loop, for good.
  if (before.status === "REDEEMED") {
    const { status, redeemedAt, redeemedByAccountId, loopId } = before;
    expect(after).toMatchObject({ status, redeemedAt, redeemedByAccountId, loopId });
  }
  const isRedeemed = after.status === "REDEEMED" ? 1 : 0;
  expect(creditsOf(world.voucherId)).toBe(isRedeemed);
  expect(world.holders.reduce((sum, id) => sum + loopsOf(id), 0)).toBe(isRedeemed);
  expect(brokenInvariants()).toEqual([]);
}

it("a gift keeps to the moves of a voucher and begins one loop at most, whatever is done with it", async () => {
  const began = clock.now;
  await fc.assert(
    fc.asyncProperty(
      fc.record({ email: anyRecipient, card: fc.constantFrom(GOOD_CARD, GOOD_CARD, DISPUTED_CARD) }),
      fc.array(anyAct, { minLength: 1, maxLength: 24, size: "max" }),
      async ({ email, card }, acts) => {
        clock.now = began;
        const giver = person("Jean");
        const gift = { recipientName: "Callum", recipientEmail: email, giftMessage: "", sendOnDay: "" };
        const order = await paidFor(ordered(giver, { gift }), card);
        const world: World = {
          voucherId: voucherOf(order.id)?.id ?? "",
          orderId: order.id,
          giverId: giver.id,
          staffId: (await colleague("support")).id,
          holders: [person("Callum").id, person("Maya").id],
          now: began,
        };
        for (const act of acts) {
          const before = voucherRow(world.voucherId);
          await doAct(world, act);
          expectAllowed(before, world, act);
        }
      },
    ),
    cases(500, 12),
  );
});
