import { and, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { auditEvents, disputes, vouchers } from "#db/schema";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { addMonths, londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import { LONGEST_EXTENSION_YEARS } from "~/domain/kernel/time/voucher-validity";
import { verifiedAccountOf } from "~/domain/people/accounts/accounts.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { mailboxOf } from "../discounts/approval-limits";
import { approvalExcess, costOfVouchers, reviving } from "../discounts/approval-limits.server";
import { codeShown } from "./admin-vouchers.server";
import { sendGift } from "./delivery.server";
import type { Extension, ManualRedemption } from "./forms";
import type { Voucher } from "./pending-voucher.server";
import { type RedeemResult, redeemVoucher } from "./redemption.server";

/**
 * What staff can do with one voucher: cancel it, extend it, send it again, see its code or
 * message, redeem it for a customer.
 */

type Refused<Reason extends string> = { ok: false; reason: Reason };

function changeVoucher<Result extends { ok: boolean }>(
  voucherId: string,
  change: (tx: Transaction, voucher: Voucher) => Result,
): Result | Refused<"not_found"> {
  return write((tx) => {
    const voucher = tx.select().from(vouchers).where(eq(vouchers.id, voucherId)).get();
    return voucher ? change(tx, voucher) : { ok: false as const, reason: "not_found" as const };
  });
}

const objectOf = (voucher: Voucher) => ({ type: "voucher", id: voucher.id });

/** Cancels an unused voucher. Money is refunded on its order, not here. */
export function cancelVoucher(
  input: { voucherId: string; reason: string },
  staffId: string,
  now: Date,
): { ok: true } | Refused<"not_found" | "not_open"> {
  return changeVoucher(input.voucherId, (tx, voucher) => {
    if (voucher.status !== "ACTIVE" && voucher.status !== "SUSPENDED") {
      return { ok: false as const, reason: "not_open" as const };
    }
    tx.update(vouchers).set({ status: "CANCELLED", updatedAt: now }).where(eq(vouchers.id, voucher.id)).run();
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.cancel",
      object: objectOf(voucher),
      reason: input.reason,
      now,
      before: { status: voucher.status },
      after: { status: "CANCELLED" },
    });
    return { ok: true as const };
  });
}

/**
 * Extends a voucher to the end of a later day in London; an expired one becomes active again, within what its extender
 * may give away, and not while a bank decides about its payment.
 */
export function extendVoucher(
  voucherId: string,
  extension: Extension,
  staffId: string,
  now: Date,
): { ok: true } | Refused<"not_found" | "not_open" | "disputed" | "not_later" | "too_late" | "limit"> {
  return changeVoucher(voucherId, (tx, voucher) => {
    if (voucher.status !== "ACTIVE" && voucher.status !== "EXPIRED") {
      return { ok: false as const, reason: "not_open" as const };
    }
    if (voucher.orderId && findOpenDispute(voucher.orderId)) return { ok: false as const, reason: "disputed" as const };
    const today = londonDay(now);
    const { expiresOn } = extension;
    if (expiresOn <= today || expiresOn <= londonDay(voucher.expiresAt)) {
      return { ok: false as const, reason: "not_later" as const };
    }
    if (expiresOn > addMonths(today, 12 * LONGEST_EXTENSION_YEARS)) {
      return { ok: false as const, reason: "too_late" as const };
    }
    const revived = reviving(tx, { staffId, those: eq(vouchers.id, voucher.id) }, now);
    if (revived.excess) return { ok: false as const, reason: "limit" as const };
    tx.update(vouchers)
      .set({
        ...{ status: "ACTIVE", expiresAt: endOfLondonDay(expiresOn), updatedAt: now },
        extendedFrom: voucher.expiresAt,
      })
      .where(eq(vouchers.id, voucher.id))
      .run();
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.extend",
      object: objectOf(voucher),
      reason: extension.reason,
      now,
      before: { expiresOn: londonDay(voucher.expiresAt) },
      after: { expiresOn, ...(revived.many > 0 ? { revived: revived.many } : {}) },
    });
    return { ok: true as const };
  });
}

const findOpenDispute = prepareGet((orderId: string) =>
  db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), eq(disputes.stage, "open"))),
);

/** Sends a voucher to its address again; three emails a day at most. */
export function resendVoucher(
  voucherId: string,
  staffId: string,
  now: Date,
): { ok: true } | Refused<"not_found" | "not_open" | "no_address" | "too_many"> {
  return changeVoucher(voucherId, (tx, voucher) => {
    if (voucher.status !== "ACTIVE" || voucher.expiresAt < now) {
      return { ok: false as const, reason: "not_open" as const };
    }
    if (voucher.recipientEmail === null) return { ok: false as const, reason: "no_address" as const };
    if (!countAttempt("gift_emails", voucher.id, now)) {
      return { ok: false as const, reason: "too_many" as const };
    }
    sendGift(tx, voucher, now, { staffId });
    recordAuditEvent(tx, { staffId, action: "vouchers.resend", object: objectOf(voucher), now });
    return { ok: true as const };
  });
}

/** The whole code of a voucher, for one press, which is recorded as the download of its card is. */
export function revealCode(
  voucherId: string,
  staffId: string,
  now: Date,
): { ok: true; code: string } | Refused<"not_found"> {
  return changeVoucher(voucherId, (tx, voucher) => {
    recordAuditEvent(tx, { staffId, action: "vouchers.reveal", object: objectOf(voucher), now });
    return { ok: true as const, code: codeShown(voucher, true) };
  });
}

/** What a giver wrote to the person a gift is for, for one press, which is recorded. */
export function readGiftMessage(
  voucherId: string,
  staffId: string,
  now: Date,
): { ok: true; message: string } | Refused<"not_found"> {
  return changeVoucher(voucherId, (tx, voucher) => {
    if (voucher.giftMessage === null) return { ok: false as const, reason: "not_found" as const };
    recordAuditEvent(tx, { staffId, action: "vouchers.read_message", object: objectOf(voucher), now });
    return { ok: true as const, message: voucher.giftMessage };
  });
}

/** Records who downloaded the card of a voucher, because it shows the code. */
export function recordVoucherDownload(voucherId: string, staffId: string, now: Date): void {
  changeVoucher(voucherId, (tx, voucher) => {
    recordAuditEvent(tx, { staffId, action: "vouchers.reveal", object: objectOf(voucher), now });
    return { ok: true as const };
  });
}

/**
 * Redeems a voucher for the customer with this email, at their request, and begins their loop. One that is not theirs,
 * within what may be given away.
 */
export function redeemForCustomer(
  voucherId: string,
  input: ManualRedemption,
  staffId: string,
  now: Date,
): RedeemResult | Refused<"no_customer" | "suspended" | "limit"> {
  const account = verifiedAccountOf(input.email);
  if (!account) return { ok: false, reason: "no_customer" };
  if (account.status === "suspended") return { ok: false, reason: "suspended" };
  const [theme = "", type = ""] = input.loop.split("/");
  const redemption = { accountId: account.id, voucherId, theme, type, deliveryDay: input.deliveryDay };
  return write((outer) => {
    const voucher = outer.select().from(vouchers).where(eq(vouchers.id, voucherId)).get();
    const isGiven = voucher !== undefined && !voucher.isTest && !isTheirs(voucher, account);
    const given = { staffId, recipientEmail: account.email, costPence: costOfVouchers(1, now) };
    if (isGiven && voucher.status === "ACTIVE" && approvalExcess(outer, given, now))
      return { ok: false, reason: "limit" };
    return redeemVoucher(redemption, now, (tx, loop) => {
      recordAuditEvent(tx, {
        staffId,
        action: "vouchers.redeem",
        object: { type: "voucher", id: voucherId },
        now,
        before: { status: "ACTIVE" },
        reason: input.reason,
        after: { status: "REDEEMED", accountId: account.id, loopId: loop.id, isGiven },
      });
    });
  });
}

/** Whether this customer bought it, or it was addressed to their mailbox by somebody other than staff. */
function isTheirs(voucher: Voucher, account: { id: string; email: string }): boolean {
  const { id, purchasedByAccountId, recipientEmail } = voucher;
  if (purchasedByAccountId === account.id) return true;
  if (recipientEmail === null || mailboxOf(recipientEmail) !== mailboxOf(account.email)) return false;
  return purchasedByAccountId === null || !findReaddressing(id, purchasedByAccountId);
}

/** Staff have named another recipient of this gift, who may be a friend of theirs. */
const findReaddressing = prepareGet((voucherId: string, giverId: string) =>
  db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(
      and(
        ...[eq(auditEvents.objectType, "account"), eq(auditEvents.objectId, giverId)],
        inArray(auditEvents.action, ["vouchers.correct_recipient", "vouchers.replace_code"]),
        sql`${auditEvents.after} ->> 'voucherId' = ${voucherId}`,
      ),
    )
    .limit(1),
);
