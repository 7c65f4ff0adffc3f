import "../../support/payment-sandbox";
import { and, asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { db } from "#db/client.server";
import { entries, orders, photos } from "#db/schema";
import { decideEntry } from "~/domain/backoffice/moderation/decisions.server";
import { openEntry, seenRevision } from "~/domain/backoffice/moderation/review.server";
import { MODERATION_DECISIONS } from "~/domain/backoffice/moderation/rules";
import { pauseFor } from "~/domain/backoffice/people/loop-corrections.server";
import { emptyWeek } from "~/domain/diary/entries/emptying.server";
import { openWeek, writeWeek } from "~/domain/diary/entries/entries.server";
import { queueDueWeeklyEmails } from "~/domain/diary/entries/weekly-emails.server";
import { beginLoop, loopsOf, titleLoop } from "~/domain/diary/loops/loops.server";
import { moveDelivery, pauseLoop, resumeLoop } from "~/domain/diary/loops/rescheduling.server";
import { removePhoto } from "~/domain/diary/photos/photos.server";
import { deleteRemovedPhotos } from "~/domain/diary/photos/removed-photos.server";
import { currentWeek } from "~/domain/diary/rules/calendar";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { accountById } from "~/domain/people/accounts/accounts.server";
import { addAddress } from "~/domain/people/accounts/addresses.server";
import { emptyCancelledYears } from "~/domain/privacy/erasure/cancelled-years.server";
import { beginDeletion, keepAccount } from "~/domain/privacy/erasure/deletion-requests.server";
import { eraseDueAccounts } from "~/domain/privacy/erasure/erasure.server";
import { emptyOldOrders } from "~/domain/privacy/erasure/old-orders.server";
import { eraseSentGiftData } from "~/domain/privacy/personal-data/gifts.server";
import { deleteExpired } from "~/domain/privacy/retention/retention.server";
import { giveRefund } from "~/domain/shop/orders/admin-refunds.server";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { placeCopiesOrder } from "~/domain/shop/orders/copies.server";
import { placeLoopOrder } from "~/domain/shop/orders/orders.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { reconcilePayments, releaseLapsedDiscounts } from "~/domain/shop/orders/reconciler.server";
import { sendRefund, sendWaitingRefunds } from "~/domain/shop/orders/refunds.server";
import { remindOfWaitingLoops } from "~/domain/shop/orders/waiting-loops.server";
import { closeExpiredVouchers, remindOfVouchers, sendDueGifts } from "~/domain/shop/vouchers/delivery.server";
import { giftsOf } from "~/domain/shop/vouchers/gifts.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { clock } from "../../support/payment-sandbox";
import { givePhoto } from "../../support/photo-rows";
import { ADDRESS, cancelAsShown, deliverWebhooks, orderInput, paidFor } from "../../support/shop";

/** What a person, staff on their behalf, and the clock can do in a year, each by the functions that the screens call. */

const anyNumber = fc.nat({ max: 99 });
const one = <Name extends string>(...names: [Name, ...Name[]]) => fc.record({ act: fc.constantFrom(...names) });

export const anyAct = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("buy" as const),
      isGift: fc.boolean(),
      hasCode: fc.boolean(),
      isPaid: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 2, arbitrary: one("begin", "redeem") },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("write" as const),
      which: anyNumber,
      text: fc.constantFrom("A seal looked at us.", "Snow, at last.", ""),
      hasPhoto: fc.boolean(),
      complete: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom("removePhoto", "emptyWeek", "moderate"), which: anyNumber }),
  },
  one("resume", "title", "address", "signOff", "delete", "keep"),
  fc.record({ act: fc.constantFrom("pause", "pauseByStaff"), weeks: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ act: fc.constant("move" as const), days: fc.integer({ min: -60, max: 120 }) }),
  fc.record({ act: fc.constant("copies" as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    act: fc.constant("refund" as const),
    which: anyNumber,
    pence: fc.constantFrom(1, 500, 6_299, 6_999),
    voucher: fc.constantFrom("cancel", "keep"),
    evenIfUsed: fc.boolean(),
  }),
  fc.record({ act: fc.constant("cancel" as const), which: anyNumber }),
  { weight: 5, arbitrary: fc.record({ act: fc.constant("days" as const), days: fc.integer({ min: 1, max: 50 }) }) },
);
export type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;

/** All but the days. */
export const ACT_NAMES = [
  ...["address", "begin", "buy", "cancel", "copies", "delete", "emptyWeek", "keep", "moderate", "move", "pause"],
  ...["pauseByStaff", "redeem", "refund", "removePhoto", "resume", "signOff", "title", "write"],
];

const REASON = "A test";
const pick = <Row>(rows: readonly Row[], which: number): Row | undefined => rows[which % Math.max(1, rows.length)];

const ordersOf = (accountId: string) =>
  db.select().from(orders).where(eq(orders.accountId, accountId)).orderBy(asc(orders.createdAt), asc(orders.id)).all();
const photosOf = (loopId: string) =>
  db
    .select()
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.state, "ready")))
    .all();
const entriesOf = (loopId: string) => db.select().from(entries).where(eq(entries.loopId, loopId)).all();

let things = 0;

/** Does an act of this person, or of staff on their behalf; nothing where there is nothing to do it to. */
export async function doAct(accountId: string, act: Exclude<Act, { act: "days" }>, staffId: string): Promise<void> {
  const { now } = clock;
  const account = accountById(accountId);
  if (!account) return;
  const loop = loopsOf(accountId).find(({ status }) => status === "ACTIVE") ?? loopsOf(accountId)[0];
  const place = { accountId, loopId: loop?.id ?? "" };
  things += 1;
  switch (act.act) {
    case "buy": {
      const gift = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
      const wanted = { discountCode: act.hasCode ? "THRICE" : null, ...(act.isGift && { gift }) };
      const placed = placeLoopOrder(orderInput(account, wanted), now);
      if (!placed.ok) return;
      if (act.isPaid) await paidFor(placed.order);
      else await openPayment(placed.order, now);
      return;
    }
    case "begin":
      beginLoop(accountId, addDays(londonDay(now), 378), now);
      return;
    case "redeem": {
      const gift = giftsOf(accountId, now).find(({ state }) => state === "ready");
      const deliveryDay = addDays(londonDay(now), 378);
      const wanted = { accountId, theme: "pet", type: "puppys-first-year", deliveryDay };
      if (gift) redeemVoucher({ ...wanted, voucherId: gift.voucher.id }, now);
      return;
    }
    case "write": {
      if (!loop) return;
      const { complete } = act;
      const week = 1 + (act.which % currentWeek(loop, londonDay(now)));
      const opened = openWeek(accountId, place.loopId, week, now);
      if (!opened.ok) return;
      if (act.hasPhoto && opened.writing.photos.length === 0)
        givePhoto(`photos/${things}.jpg`, 6, 4, { loopId: place.loopId, week });
      const words = { title: "", highlight: "", gratitude: "", learned: "", content: act.text };
      writeWeek({ ...place, week, words, revision: opened.writing.revision, complete }, now);
      return;
    }
    case "removePhoto": {
      const photo = pick(photosOf(place.loopId), act.which);
      if (photo) removePhoto(accountId, photo.id, now);
      return;
    }
    case "emptyWeek": {
      const entry = pick(entriesOf(place.loopId), act.which);
      if (entry) emptyWeek({ ...place, week: entry.week }, now);
      return;
    }
    case "moderate": {
      const entry = pick(entriesOf(place.loopId), act.which);
      if (!entry || !openEntry(entry.id, { staffId, reason: REASON }, now).ok) return;
      const judgement = pick(MODERATION_DECISIONS, act.which) ?? "approve";
      decideEntry(entry.id, { judgement, notes: "A note", seen: seenRevision(entry) }, staffId, now);
      return;
    }
    case "resume":
      resumeLoop(accountId, place.loopId, now);
      return;
    case "title":
      titleLoop(accountId, place.loopId, `Our year ${things}`, now);
      return;
    case "address":
      addAddress(accountId, { ...ADDRESS, line2: "", county: "" }, { isDefault: true }, now);
      return;
    case "signOff":
      signOffLoop(accountId, place.loopId, loop?.contentVersion ?? 0, now, { print: true, weeks: [] });
      return;
    case "delete":
      beginDeletion(accountId, now);
      return;
    case "keep":
      keepAccount(accountId, now);
      return;
    case "pause":
      pauseLoop(accountId, place.loopId, act.weeks, now);
      return;
    case "pauseByStaff":
      pauseFor({ ...place, weeks: act.weeks }, { staffId, reason: REASON }, now);
      return;
    case "move":
      moveDelivery(accountId, place.loopId, addDays(loop?.deliveryDay ?? londonDay(now), act.days), now);
      return;
    case "copies": {
      const { email, firstName, lastName, isTest } = account;
      const items = [{ itemId: itemIdOf(place.loopId, "standard"), quantity: act.quantity }];
      const buyer = { email, firstName, lastName, isTest };
      const placed = placeCopiesOrder(
        { accountId, basketKey: `copies-${things}`, items, address: ADDRESS, buyer },
        now,
      );
      if (placed.ok) await paidFor(placed.order);
      return;
    }
    case "refund": {
      const order = pick(ordersOf(accountId), act.which);
      if (!order) return;
      const { pence: goodwillPence, voucher, evenIfUsed } = act;
      const chosen = { orderId: order.id, taken: [], goodwillPence, voucher, evenIfUsed };
      const given = giveRefund({ ...chosen, reason: REASON }, staffId, now);
      if (given.ok && "refundId" in given) await sendRefund(given.refundId, now);
      return;
    }
    case "cancel": {
      const order = pick(ordersOf(accountId), act.which);
      if (order) await cancelAsShown(accountId, order.id);
    }
  }
}

/** Time moves on, and the worker does what is due. */
export async function letDaysPass(days: number): Promise<void> {
  clock.now = new Date(clock.now.getTime() + days * DAY_MS);
  const { now } = clock;
  await deliverWebhooks();
  await reconcilePayments(now);
  await releaseLapsedDiscounts(now);
  await sendWaitingRefunds(now);
  await queueDueWeeklyEmails(now);
  closeExpiredVouchers(now);
  await sendDueGifts(now);
  await remindOfVouchers(now);
  remindOfWaitingLoops(now);
  await eraseDueAccounts(now);
  await emptyCancelledYears(now);
  emptyOldOrders(now);
  eraseSentGiftData(now);
  deleteExpired(now);
  await deleteRemovedPhotos(now);
}
