import { and, eq, gt, isNull } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { emails, shipments } from "#db/schema";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import type { HeldThing, UndoResult } from "~/domain/kernel/undo/held";
import { withdrawEmail } from "~/domain/mail/outbox/outbox.server";
import { evidenceToUndo, releaseEvidence, undoEvidence } from "~/domain/operations/disputes/held-evidence.server";
import { notifyNow, undoShipmentStep } from "~/domain/operations/printing/shipment-undo.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { isGiftUsed, releaseGift, restoreGift, withdrawGift } from "~/domain/shop/vouchers/delivery.server";
import { cancellationsToUndo, undoCancellation } from "./cancellations.server";
import { extensionsToUndo, undoExtension } from "./extensions.server";
import { heldEmails } from "./sent-emails.server";

/**
 * Taking back what a staff member has done, while it has not left: an email, or the step of a shipment that it reports,
 * evidence for a bank, a voucher cancelled or extended. Each can take back their own alone.
 */

const NOT_HELD: UndoResult = { ok: false, reason: "too_late" };
const DONE: UndoResult = { ok: true };

/** Takes back one thing of the tray, by its id there. */
export function undoHeld(heldId: string, staffId: string, now: Date): UndoResult {
  const { kind, id } = named(heldId);
  if (kind === "email") return undoEmail(id, staffId, now);
  if (kind === "extended") return undoExtension(Number(id), staffId, now);
  if (kind === "cancelled") return undoCancellation(Number(id), staffId, now);
  return kind === "evidence" && undoEvidence(id, staffId, now) ? { ok: true } : NOT_HELD;
}

/** Lets one thing of the tray leave now; after that it cannot be taken back. */
export function sendHeldNow(heldId: string, staffId: string, now: Date): UndoResult {
  const { kind, id } = named(heldId);
  if (kind === "email") return sendEmailNow(id, staffId, now);
  return kind === "evidence" && releaseEvidence(id, staffId, now) ? { ok: true } : NOT_HELD;
}

function named(heldId: string): { kind: string; id: string } {
  const [, kind = "", id = ""] = /^([a-z]+):(.+)$/.exec(heldId) ?? [];
  return { kind, id };
}

type Held = typeof emails.$inferSelect;

/**
 * Takes an email back, or the shipment's step. One that was taken back can be found, and sent again, with the others.
 */
function undoEmail(emailId: string, staffId: string, now: Date): UndoResult {
  return write((tx): UndoResult => {
    const held = findHeldEmail(emailId, staffId, now);
    if (!held) return NOT_HELD;
    const shipment = shipmentOf(held);
    if (shipment) {
      const undone = undoShipmentStep(shipment.id, { staffId, seen: shipment.state }, now);
      if (undone.ok) return undone;
      return { ok: false, reason: undone.reason === "reprinted" ? "reprinted" : "too_late" };
    }
    if (held.kind === "gift") {
      const undone = undoGift(tx, held, staffId, now);
      if (!undone.ok) return undone;
    } else withdrawEmail(tx, held.id);
    recordAuditEvent(tx, { staffId, action: "emails.undo", object: { type: "email", id: held.id }, now });
    return DONE;
  });
}

const findHeldEmail = prepareGet((emailId: string, staffId: string, now: Date) =>
  db
    .select()
    .from(emails)
    .where(
      and(
        eq(emails.id, emailId),
        eq(emails.sentByStaffId, staffId),
        eq(emails.state, "waiting"),
        // One that is being sent, or is tried again, has left.
        eq(emails.tries, 0),
        gt(emails.nextTryAt, now),
      ),
    ),
);

/** Refused once the gift was used, so that its giver hears whom it was corrected to. */
function undoGift(tx: Transaction, held: Held, staffId: string, now: Date): UndoResult {
  if (isGiftUsed(tx, held)) return { ok: false, reason: "used" };
  withdrawGift(tx, held, now);
  const restored = restoreGift(tx, held, now);
  if (!restored?.purchasedByAccountId) return DONE;
  const object = { type: "account", id: restored.purchasedByAccountId };
  const after = { voucherId: restored.id };
  recordAuditEvent(tx, { staffId, action: "vouchers.restore_recipient", object, after, now });
  return DONE;
}

/** Lets an email leave now, or the shipment's step; after that it cannot be taken back. */
function sendEmailNow(emailId: string, staffId: string, now: Date): UndoResult {
  return write((tx): UndoResult => {
    const held = findHeldEmail(emailId, staffId, now);
    if (!held) return NOT_HELD;
    const shipment = shipmentOf(held);
    if (shipment) {
      const told = notifyNow(shipment.id, { staffId, seen: shipment.state }, now);
      return told.ok ? told : NOT_HELD;
    }
    tx.update(emails).set({ nextTryAt: now }).where(eq(emails.id, held.id)).run();
    if (held.kind === "gift") releaseGift(tx, held, now);
    recordAuditEvent(tx, { staffId, action: "emails.send_now", object: { type: "email", id: held.id }, now });
    return DONE;
  });
}

const STEP = /^(?:printing|shipped|delivered):(shipment:)?([\w-]+)$/;

/** The shipment whose step this email reports; undefined for any other email. */
function shipmentOf({ dedupeKey }: Held) {
  const [, isNamed, id = ""] = STEP.exec(dedupeKey) ?? [];
  return isNamed ? findShipment(id) : findShipmentOfBook(id);
}

const findShipment = prepareGet((id: string) =>
  db.select({ id: shipments.id, state: shipments.state }).from(shipments).where(eq(shipments.id, id)),
);

const findShipmentOfBook = prepareGet((loopId: string) =>
  db
    .select({ id: shipments.id, state: shipments.state })
    .from(shipments)
    .where(and(eq(shipments.loopId, loopId), isNull(shipments.orderId), isNull(shipments.reprintOf))),
);

/** With how long it can be taken back, as the page is made; minutes are rounded up. */
export type HeldInTray = HeldThing & { minutesLeft: number; msLeft: number };

/** The person's own acts, the first to leave first. */
export function trayOf(staffId: string, now: Date): HeldInTray[] {
  const held = [heldEmails, evidenceToUndo, cancellationsToUndo, extensionsToUndo];
  return held
    .flatMap((heldBy) => heldBy(staffId, now))
    .map((held) => {
      const msLeft = held.leavesAt.getTime() - now.getTime();
      return { ...held, msLeft, minutesLeft: Math.ceil(msLeft / MINUTE_MS) };
    })
    .sort((one, other) => one.msLeft - other.msLeft);
}
