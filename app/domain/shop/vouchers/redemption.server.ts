import { and, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { isIn, memoize, prepareGet } from "#db/queries.server";
import { accounts, loopCredits, type loops, orders, vouchers } from "#db/schema";
import { findLoopType, isOffered } from "~/domain/diary/catalogue/catalogue";
import {
  type DeliveryDayProblem,
  deliveryDayProblem,
  type Loop,
  loopOwnedBy,
  openLoop,
} from "~/domain/diary/loops/loops.server";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import type { Email } from "~/domain/mail/layout/email-layout";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { orderUrl } from "../order-links/signed-order-links.server";
import { voucherRedeemed } from "./gift-emails";
import { type Voucher, worksInThisMode } from "./pending-voucher.server";
import { type VoucherRefusal, voucherRefusal } from "./rules";
import { readVoucherCode } from "./typed-code";
import { voucherHashes } from "./vouchers.server";

/**
 * A voucher is spent when its loop begins, and only then: voucher, credit and loop are written in one transaction. Of
 * any number of simultaneous requests one succeeds. A repeat by the same account returns the existing loop.
 */

/** Of any type offered for redeeming; the giver's choice is not binding. */
export interface Redemption extends Pick<typeof loops.$inferSelect, "accountId" | "theme" | "type" | "deliveryDay"> {
  voucherId: string;
}

export type RedeemResult =
  | { ok: true; loop: Loop; first: boolean }
  | { ok: false; reason: VoucherRefusal | DeliveryDayProblem | "unknown_type" };

/**
 * Spends a voucher and begins its loop, once. `alongside` runs in the same transaction, only when the voucher is spent.
 */
export function redeemVoucher(
  request: Redemption,
  now: Date,
  alongside?: (tx: Transaction, loop: Loop) => void,
): RedeemResult {
  const { accountId, voucherId, theme, type, deliveryDay } = request;
  const loopType = findLoopType(theme, type);
  const isTypeOffered = loopType !== undefined && !loopType.hidden && isOffered(loopType, "redeem");
  const dayProblem = deliveryDayProblem(deliveryDay, now);
  return write((tx): RedeemResult => {
    const voucher = findVoucherById(voucherId);
    if (!voucher || !worksInThisMode(voucher)) return { ok: false, reason: "unknown" };
    const earlier = loopRedeemedBy(accountId, voucher);
    if (earlier) return { ok: true, loop: earlier, first: false };
    const refusal = voucherRefusal(voucher, now);
    if (refusal) return { ok: false, reason: refusal };
    if (!isTypeOffered) return { ok: false, reason: "unknown_type" };
    if (dayProblem) return { ok: false, reason: dayProblem };
    tx.update(vouchers)
      .set({ status: "REDEEMED", redeemedByAccountId: accountId, redeemedAt: now, updatedAt: now })
      .where(eq(vouchers.id, voucherId))
      .run();
    const giverName = voucher.purchasedByAccountId === accountId ? null : giverNameOf(voucher);
    const loop = openLoop(tx, { accountId, theme, type, deliveryDay }, { giverName }, now);
    tx.insert(loopCredits)
      .values({ accountId, voucherId, theme, type, loopId: loop.id, createdAt: now, spentAt: now })
      .run();
    tx.update(vouchers).set({ loopId: loop.id }).where(eq(vouchers.id, voucherId)).run();
    notifyGiver(tx, voucher, loop, now);
    alongside?.(tx, loop);
    return { ok: true, loop, first: true };
  });
}

const findVoucherById = prepareGet((voucherId: string) => db.select().from(vouchers).where(eq(vouchers.id, voucherId)));

export function redeemedByOneself(accountId: string, typed: string): string | undefined {
  const code = readVoucherCode(typed);
  if (code === null) return undefined;
  return findRedeemed(voucherHashes(code), accountId)?.id;
}

const findRedeemed = prepareGet((codeHash: string[], accountId: string) =>
  db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(and(isIn(vouchers.codeHash, codeHash), eq(vouchers.redeemedByAccountId, accountId))),
);

function loopRedeemedBy(accountId: string, voucher: Voucher): Loop | undefined {
  return voucher.loopId === null ? undefined : loopOwnedBy(accountId, voucher.loopId);
}

/** Tells the buyer when the year starts, and nothing of its content. */
function notifyGiver(tx: Transaction, voucher: Voucher, loop: Loop, now: Date): void {
  if (voucher.purchasedByAccountId === loop.accountId) return;
  const { recipientName, theme } = voucher;
  const startsOn = loop.startDay > londonDay(now) ? formatDay(loop.startDay) : null;
  const giftsUrl = orderUrl(voucher.orderId);
  const messageTo = (firstName: string) => voucherRedeemed({ firstName, recipientName, theme, startsOn, giftsUrl });
  queueEmailToGiver(tx, voucher, `voucher-redeemed:${voucher.id}`, messageTo, now);
}

/** Queues an email about a voucher to its buyer; none after their account was deleted. */
export function queueEmailToGiver(
  tx: Transaction,
  voucher: Pick<Voucher, "purchasedByAccountId" | "orderId">,
  dedupeKey: string,
  messageTo: (firstName: string) => Email,
  now: Date,
): void {
  const giver = giverOf(voucher);
  if (!giver) return;
  const message = messageTo(giver.firstName);
  const to = { name: giver.name, email: giver.email };
  const accountId = voucher.purchasedByAccountId;
  queueEmail(tx, { accountId, to, dedupeKey, message, now });
}

/**
 * The buyer of a voucher: their account's current data, or the name and address on the order; undefined after their
 * account was deleted.
 */
export function giverOf(
  voucher: Pick<Voucher, "purchasedByAccountId" | "orderId">,
): { firstName: string; name: string; email: string } | undefined {
  const { purchasedByAccountId, orderId } = voucher;
  const found =
    (purchasedByAccountId !== null && findNamesIn(accounts)(purchasedByAccountId)) ||
    (orderId !== null && findNamesIn(orders)(orderId));
  if (!found || found.email === "") return undefined;
  const { firstName, lastName, email } = found;
  return { firstName, name: `${firstName} ${lastName}`.trim(), email };
}

const findNamesIn = memoize((table: typeof accounts | typeof orders) =>
  prepareGet((id: string) =>
    db
      .select({ firstName: table.firstName, lastName: table.lastName, email: table.email })
      .from(table)
      .where(eq(table.id, id)),
  ),
);

/** Who a voucher is from, for its holder: as on its card, or its buyer's first name; null when nobody says. */
export function giverNameOf(voucher: Pick<Voucher, "purchasedByAccountId" | "orderId" | "giverName">): string | null {
  return voucher.giverName || giverOf(voucher)?.firstName || null;
}

/** Whom the gift was for that a loop was begun with; empty for every other loop. */
export function recipientOfLoop(loopId: string): string {
  return findGivenLoop(loopId)?.recipientName ?? "";
}

const findGivenLoop = prepareGet((loopId: string) =>
  db.select({ recipientName: vouchers.recipientName }).from(vouchers).where(eq(vouchers.loopId, loopId)),
);
