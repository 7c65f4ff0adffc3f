import { and, eq } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { memoize, prepareGet, prepareRun } from "#db/queries.server";
import { accounts, loops } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { canMove, emailLeavesAt, type LoopStatus } from "~/domain/diary/loops/completion";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { isPaymentInDoubt } from "~/domain/diary/loops/print-holds.server";
import type { Email } from "~/domain/mail/layout/email-layout";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import {
  type BookData,
  bookDelivered,
  bookPrinting,
  bookSentToPrint,
  bookShipped,
  type SentToPrintData,
} from "./printing-emails";

/** The steps of a book's production and delivery that staff record, each with an email to its owner. */

/** `in_doubt`: a bank disputes the payment for this loop, or warns about it; see print-holds. */
export type PrintResult = { ok: true } | { ok: false; reason: "not_found" | "not_now" | "in_doubt" };

/**
 * Records that printing has started, in the transaction that records the staff member. Refused unless COMPLETED, and
 * while the payment is in doubt.
 */
export function startPrinting(tx: Transaction, loopId: string, now: Date): PrintResult {
  if (isPaymentInDoubt(tx, loopId)) return { ok: false, reason: "in_doubt" };
  return moveTo(tx, loopId, { status: "PRINTING", printingAt: now }, now, bookPrinting);
}

/**
 * Records that the book is on its way; the tracking number is the carrier's, if there is one. Refused unless PRINTING.
 */
export function recordShipped(
  tx: Transaction,
  loopId: string,
  shipment: { carrier: string; trackingNumber: string | null; goingTo?: readonly string[] },
  now: Date,
): PrintResult {
  const carrier = shipment.carrier.trim();
  const trackingNumber = shipment.trackingNumber?.trim() || null;
  const to = { status: "SHIPPED", shippedAt: now, carrier, trackingNumber } as const;
  return moveTo(tx, loopId, to, now, (data) =>
    bookShipped({ ...data, carrier, trackingNumber, goingTo: shipment.goingTo }),
  );
}

/** What a loop was before each step, for a step that is taken back. */
const BEFORE = {
  PRINTING: { status: "COMPLETED", printingAt: null },
  SHIPPED: { status: "PRINTING", shippedAt: null, carrier: null, trackingNumber: null },
  DELIVERED: { status: "SHIPPED", deliveredAt: null },
} as const satisfies Partial<Record<LoopStatus, Partial<Loop>>>;

/** Takes back the step that made a loop this status, inside the caller's transaction. Refused unless it still is. */
export function takeBackStep(loopId: string, status: keyof typeof BEFORE, now: Date): PrintResult {
  const isTaken = updateStepBack(status)(now, loopId).changes === 1;
  return isTaken ? { ok: true } : { ok: false, reason: "not_now" };
}

const updateStepBack = memoize((status: keyof typeof BEFORE) =>
  prepareRun((now: Date, loopId: string) =>
    db
      .update(loops)
      .set({ ...BEFORE[status], updatedAt: now })
      .where(and(eq(loops.id, loopId), eq(loops.status, status))),
  ),
);

export function correctTracking(
  loopId: string,
  { carrier, trackingNumber }: { carrier: string; trackingNumber: string | null },
  now: Date,
): void {
  updateTracking(carrier, trackingNumber, now, loopId);
}

const updateTracking = prepareRun((carrier: string, trackingNumber: string | null, now: Date, id: string) =>
  db.update(loops).set({ carrier, trackingNumber, updatedAt: now }).where(eq(loops.id, id)),
);

export function recordDelivered(tx: Transaction, loopId: string, now: Date): PrintResult {
  return moveTo(tx, loopId, { status: "DELIVERED", deliveredAt: now }, now, bookDelivered);
}

function moveTo(
  tx: Transaction,
  loopId: string,
  to: Partial<Loop> & { status: LoopStatus },
  now: Date,
  emailOf: (data: BookData) => Email,
): PrintResult {
  const found = findLoopWithOwner(loopId);
  if (!found) return { ok: false, reason: "not_found" };
  if (!canMove(found.loop.status, to.status)) return { ok: false, reason: "not_now" };
  tx.update(loops)
    .set({ ...to, updatedAt: now })
    .where(eq(loops.id, loopId))
    .run();
  notifyOwner(tx, found, emailOf, now, emailLeavesAt(now));
  return { ok: true };
}

const findLoopWithOwner = prepareGet((loopId: string) =>
  db
    .select({ loop: loops, owner: accounts })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(eq(loops.id, loopId)),
);

/** Tells the owner what they have sent to print, once, in the transaction that does it. */
export function notifySentToPrint(
  tx: Transaction,
  loopId: string,
  sent: Omit<SentToPrintData, keyof BookData>,
  now: Date,
): void {
  const found = findLoopWithOwner(loopId);
  if (found) notifyOwner(tx, found, (data) => bookSentToPrint({ ...data, ...sent }), now);
}

function notifyOwner(
  tx: Transaction,
  { loop, owner }: NonNullable<ReturnType<typeof findLoopWithOwner>>,
  emailOf: (data: BookData) => Email,
  now: Date,
  dueAt?: Date,
): void {
  const type = findLoopType(loop.theme, loop.type);
  const message = emailOf({
    firstName: owner.firstName,
    title: loop.title ?? type?.displayName ?? "Your year",
    loopUrl: `${settings.publicOrigin}/dashboard?loop=${loop.id}`,
    theme: type?.themeId ?? null,
  });
  queueEmail(tx, {
    accountId: owner.id,
    to: { name: `${owner.firstName} ${owner.lastName}`, email: owner.email },
    dedupeKey: `${message.kind}:${loop.id}`,
    message,
    now,
    dueAt,
  });
}
