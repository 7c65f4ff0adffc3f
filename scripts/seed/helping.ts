import { and, desc, eq, isNull, lte } from "drizzle-orm";
import type { Mail } from "../../app/adapters/mail/contract";
import { resendForCustomer } from "../../app/domain/backoffice/staff/admin-emails.server";
import { addNote } from "../../app/domain/backoffice/staff/notes.server";
import { emailLeavesAt } from "../../app/domain/diary/loops/completion";
import { HOUR_MS, MINUTE_MS } from "../../app/domain/kernel/time/durations";
import { sendDueEmails } from "../../app/domain/mail/outbox/outbox-worker.server";
import { beginImpersonation, endImpersonation } from "../../app/domain/people/staff/impersonations.server";
import { giveRefund } from "../../app/domain/shop/orders/admin-refunds.server";
import { itemIdOf } from "../../app/domain/shop/orders/cart";
import { noteFraudWarning } from "../../app/domain/shop/orders/disputes.server";
import { linesOf } from "../../app/domain/shop/orders/orders.server";
import { sendRefund } from "../../app/domain/shop/orders/refunds.server";
import { remindOfWaitingLoops } from "../../app/domain/shop/orders/waiting-loops.server";
import { resolveAlarmAsStaff } from "../../app/domain/system/status/admin-alarms.server";
import { db } from "../../db/client.server";
import { alarms, emails } from "../../db/schema";
import { buyCopies } from "./customers";
import { PLACES } from "./quarter-names";
import { findStaffIds, must, type Plan, yearOf } from "./staff-plan";

/** The staff's work for single customers, with its emails and refunds. */

export function planHelping(plan: Plan): void {
  const { on, staffIds } = plan;
  const { bea } = staffIds;
  const accountOf = (title: string) => yearOf(plan, title).owner.accountId;
  on(33, (at) => {
    addNote(
      { accountId: accountOf("The Accordion") },
      { note: "Rings rather than writes; mornings are best.", owner: "", dueDay: "" },
      bea,
      at,
    );
  });
  on(16, async (at) => {
    const { orderId } = yearOf(plan, "The Accordion");
    const input = {
      orderId,
      taken: [],
      goodwillPence: 10_00,
      voucher: null,
      reason: "The leaflet’s code came too late",
      evenIfUsed: false,
    };
    const given = giveRefund(input, bea, at);
    must(given, "A refund");
    if (given.ok && "refundId" in given) await sendRefund(given.refundId, at);
  });
  on(14, (at) => {
    const input = { accountId: accountOf("Small Shoes"), reason: "Can’t find where to pause her year" };
    must(beginImpersonation(input, bea, at), "Looking as a customer");
    on(14, (later) => endImpersonation(bea, later), "10:12");
  });
  on(11, (at) => noteFraudWarning(yearOf(plan, "Pickle").orderId, at));
  on(10, (at) => {
    const alarm = db.select().from(alarms).where(isNull(alarms.resolvedAt)).get();
    resolveAlarmAsStaff(
      { alarmId: alarm?.id ?? "", reason: "Rang the buyer: the card is his, and so is the puppy" },
      bea,
      at,
    );
  });
  on(1, (at) => noteFraudWarning(yearOf(plan, "The Accordion").orderId, at), "16:20");
  on(1, (at) => void remindOfWaitingLoops(at), "10:00");
}

/** Extra copies of an unfinished book, ordered and then refunded. */
export function planCopies(plan: Plan): void {
  let orderId = "";
  plan.on(9, async (at) => {
    const { owner, loopId } = yearOf(plan, "The Mayor of Number Nine");
    const wanted = { items: [{ itemId: itemIdOf(loopId, "luxury"), quantity: 4 }], place: PLACES[2] };
    orderId = await buyCopies(owner, wanted, at, plan.payments);
  });
  plan.on(2, (at) => {
    const input = {
      taken: linesOf(orderId).map(({ id, quantity }) => ({ lineId: id, quantity })),
      goodwillPence: 0,
      voucher: null,
      evenIfUsed: false,
      reason: "The party has been called off",
    };
    must(giveRefund({ orderId, ...input }, plan.staffIds.bea, at), "A large refund");
  });
}

/** A mail server that refuses every email. */
const refusing = (permanent: boolean, message: string): Mail => ({
  post: async () => ({ ok: false, permanent, message }),
  check: async () => ({ ok: false, message }),
});

/** Two resent emails: one bounces, one is retried because the mailbox is full. */
export async function leaveEmails(now: Date): Promise<void> {
  const { bea } = findStaffIds();
  const at = new Date(now.getTime() - 6 * HOUR_MS);
  const before = new Date(at.getTime() - HOUR_MS);
  const confirmations = db
    .select()
    .from(emails)
    .where(and(eq(emails.kind, "order_confirmation"), eq(emails.state, "sent"), lte(emails.createdAt, before)))
    .orderBy(desc(emails.createdAt))
    .limit(2)
    .all();
  const again = (place: number, at: Date) => resendForCustomer(confirmations[place]?.id ?? "", bea, at);
  // Reminders still waiting are withdrawn, because their recipients no longer need one.
  await sendDueEmails(at, refusing(true, ""));
  must(again(0, at), "An email");
  // What staff send leaves once it can no longer be taken back.
  const left = emailLeavesAt(at);
  await sendDueEmails(left, refusing(true, "550 5.1.1 The address does not exist"));
  must(again(1, left), "An email");
  // The pauses between attempts grow; after these the next one is tomorrow.
  for (const minutes of [0, 1, 6, 21, 81, 321]) {
    const tried = new Date(emailLeavesAt(left).getTime() + minutes * MINUTE_MS);
    await sendDueEmails(tried, refusing(false, "452 4.2.2 The mailbox is full"));
  }
}
