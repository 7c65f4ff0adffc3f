import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { shipments } from "#db/schema";
import { canTakeBack, releaseEmail, takeBackEmail } from "~/domain/mail/outbox/outbox.server";
import { STEPS, type Step, undoableStep } from "~/domain/shop/order-rules/shipments";
import { takeBackStep } from "./completion.server";
import { releasePrintOrder, takeBackPrintOrder } from "./print-orders.server";
import { isOwnBook, placeOf, type ShipmentRow, shipmentRowOf } from "./shipment-contents.server";
import { change, emailKeyOf, record, type ShipmentResult, set } from "./shipment-records.server";

/** Taking back the last step of a shipment, while nobody outside has heard of it. */

/** The last step of a shipment while its email has not left, and when it leaves; null without one. */
export function undoableStepOf(shipmentId: string, now: Date): { step: Step; until: Date } | null {
  const shipment = shipmentRowOf(shipmentId)?.shipment;
  const undoable = shipment && undoableStep(shipment, now);
  return undoable && canTakeBack(emailKeyOf(shipment, undoable.step), now) ? undoable : null;
}

/**
 * Takes back the last step of a shipment while its email has not left; `seen` is the state its form showed. Nobody outside
 * has heard of the step, so nothing says that it was taken back but the audit.
 */
export function undoShipmentStep(shipmentId: string, by: { staffId: string; seen: string }, now: Date): ShipmentResult {
  return change(shipmentId, (tx, row) => {
    const { shipment } = row;
    const undoable = undoableStep(shipment, now);
    if (shipment.state !== by.seen) return { ok: false, reason: "not_now" };
    if (!undoable) return { ok: false, reason: "too_late" };
    const { step } = undoable;
    // The second print was asked for because this one had left.
    if (step === "ship" && listReprints(shipmentId).length > 0) return { ok: false, reason: "reprinted" };
    // What a printer may have taken by its API stays ordered: cancelling there is another act.
    if (step === "send" && !takeBackPrintOrder(tx, shipmentId, now)) return { ok: false, reason: "too_late" };
    if (!takeBackEmail(emailKeyOf(shipment, step), now)) return { ok: false, reason: "too_late" };
    if (isOwnBook(shipment) && shipment.loopId) {
      const taken = takeBackStep(shipment.loopId, STEPS[step].loopStatus, now);
      if (!taken.ok) throw new Error(`The loop of shipment ${shipmentId} is not where its shipment is.`);
    }
    const { from, to, takenAt } = STEPS[step];
    const carried = step === "ship" ? { carrier: null, trackingNumber: null } : {};
    const follows = step === "send" ? { deliveryAddress: addressBeforeSending(row) } : {};
    set(tx, shipmentId, { state: from, [takenAt]: null, ...carried, ...follows }, now);
    const states = { before: { state: to }, after: { state: from } };
    record(tx, shipment, { staffId: by.staffId, action: "printing.undo", ...states, now });
    return { ok: true };
  });
}

const listReprints = prepareAll((shipmentId: string) =>
  db.select({ id: shipments.id }).from(shipments).where(eq(shipments.reprintOf, shipmentId)),
);

/** Lets the email of the last step leave now; after that the step cannot be taken back. */
export function notifyNow(shipmentId: string, by: { staffId: string; seen: string }, now: Date): ShipmentResult {
  return change(shipmentId, (tx, { shipment }) => {
    const undoable = undoableStep(shipment, now);
    if (shipment.state !== by.seen || !undoable) return { ok: false, reason: "not_now" };
    releaseEmail(emailKeyOf(shipment, undoable.step), now);
    if (undoable.step === "send") releasePrintOrder(tx, shipment.id, now);
    record(tx, shipment, { staffId: by.staffId, action: "printing.tell_now", now });
    return { ok: true };
  });
}

/** An address that is not this shipment's own follows its order or its owner again. */
function addressBeforeSending(row: ShipmentRow): string | null {
  const own = row.shipment.deliveryAddress;
  const followed = placeOf({ ...row, shipment: { ...row.shipment, deliveryAddress: null } });
  return followed && own === JSON.stringify(followed) ? null : own;
}
