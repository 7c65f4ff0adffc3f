import { queueJob } from "~/domain/kernel/jobs/queue.server";
import type { AddressCorrection } from "~/domain/shop/orders/forms";
import { correctTracking } from "./completion.server";
import { trackingCorrected } from "./printing-emails";
import { addressOf, hashAddress, isOwnBook, makingProblem } from "./shipment-contents.server";
import { change, record, type ShipmentResult, set, tell } from "./shipment-records.server";
import { undoableStepOf } from "./shipment-undo.server";

/** What staff do to a shipment besides its steps: files and corrections. Each is one transaction. */

/** Requests the printer's files; a job makes them. Existing files are made again. Without `staffId` nobody asked for it. */
export function askForFiles(shipmentId: string, staffId: string | null, now: Date): ShipmentResult {
  return change(shipmentId, (tx, row) => {
    const problem = makingProblem(row);
    if (problem) return { ok: false, reason: problem };
    set(tx, shipmentId, { filesState: "making", filesFailure: null, prints: [] }, now);
    queueJob(tx, { kind: "make-print-files", subjectId: shipmentId, now });
    record(tx, row.shipment, { staffId, action: "printing.make_files", now });
    return { ok: true };
  });
}

/** Corrects the carrier and number of a shipment that has left; its reader gets the right ones by email. */
export function correctTrackingNumber(
  shipmentId: string,
  by: { carrier: string; trackingNumber: string },
  staffId: string,
  now: Date,
): ShipmentResult {
  const carried = { carrier: by.carrier, trackingNumber: by.trackingNumber || null };
  return change(shipmentId, (tx, row) => {
    const { shipment } = row;
    const hasLeft = shipment.state === "shipped" || shipment.state === "delivered";
    // While nobody has been sent the wrong number, the step itself is taken back.
    if (!hasLeft || undoableStepOf(shipmentId, now)?.step === "ship") return { ok: false, reason: "not_now" };
    const before = { carrier: shipment.carrier, trackingNumber: shipment.trackingNumber };
    if (before.carrier === carried.carrier && before.trackingNumber === carried.trackingNumber)
      return { ok: false, reason: "unchanged" };
    if (isOwnBook(shipment) && shipment.loopId) correctTracking(shipment.loopId, carried, now);
    set(tx, shipmentId, carried, now);
    const atOnce = { dedupeKey: `tracking:${shipmentId}:${now.getTime()}`, dueAt: now };
    tell(tx, row, (data) => trackingCorrected({ ...data, ...carried }), now, atOnce);
    const audit = { action: "printing.correct_tracking", before, after: carried };
    record(tx, shipment, { staffId, ...audit, now });
    return { ok: true };
  });
}

/** States in which an address can be corrected; `printing` only by telling the printer as well. */
export type CorrectableState = "waiting" | "printing";

export type CorrectionResult = ShipmentResult | { ok: false; reason: "moved"; state: CorrectableState };

/**
 * Corrects the address of one shipment. `seen` is its state when the form was shown: a person who has not read the
 * warning is asked again. The audit keeps that it was changed and why, not the addresses.
 */
export function correctShipmentAddress(
  shipmentId: string,
  { reason, ...address }: AddressCorrection,
  by: { staffId: string; seen: string },
  now: Date,
): CorrectionResult {
  return change<CorrectionResult>(shipmentId, (tx, row) => {
    const { shipment, loop } = row;
    if (!loop) return { ok: false, reason: "gone" };
    const { state } = shipment;
    if (state !== "waiting" && state !== "printing") return { ok: false, reason: "not_now" };
    if (by.seen !== state) return { ok: false, reason: "moved", state };
    const before = addressOf(row);
    // Files made before tickets carried an address hash get it now, so that they are known to name the old address.
    const addressHash = before ? hashAddress(before) : "";
    const prints = shipment.prints.map((made) => ({ addressHash, ...made }));
    set(tx, shipmentId, { deliveryAddress: JSON.stringify(address), prints }, now);
    record(tx, shipment, { staffId: by.staffId, action: "orders.correct_address", reason, now });
    return { ok: true };
  });
}
