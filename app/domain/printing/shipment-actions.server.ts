import { and, eq, inArray } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { shipments } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import type { Email } from "../email/email-layout";
import { canTakeBack, queueEmail, releaseEmail, takeBackEmail } from "../email/outbox.server";
import {
  type BookData,
  bookDelivered,
  bookPrinting,
  bookShipped,
  trackingCorrected,
} from "../email/printing-emails";
import { queueJob } from "../jobs/queue.server";
import { emailLeavesAt } from "../loops/completion";
import {
  correctTracking,
  recordDelivered,
  recordShipped,
  startPrinting,
  takeBackStep,
} from "../loops/completion.server";
import { type AddressCorrection, addressLines } from "../orders/forms";
import { recordAuditEvent } from "../staff/audit.server";
import { londonDay } from "../time/days";
import { addWorkingDays } from "../time/working-days";
import {
  addressOf,
  booksIn,
  hashAddress,
  isOwnBook,
  makingProblem,
  placeOf,
  type Shipment,
  type ShipmentRow,
  sendingProblem,
  shipmentRowOf,
  titleOf,
} from "./shipment-contents.server";
import { type ShipmentRefusal, STEPS, type Step, undoableStep } from "./shipments";

/**
 * Staff actions on shipments. Each is one transaction with its audit event and, when a shipment moves, the email to
 * its recipient; the book of a year moves its loop too.
 */

export type ShipmentResult = { ok: true } | { ok: false; reason: ShipmentRefusal };

/** Requests the printer's files; a job makes them. Existing files are made again. */
export function askForFiles(shipmentId: string, staffId: string, now: Date): ShipmentResult {
  return change(shipmentId, (tx, row) => {
    const problem = makingProblem(row);
    if (problem) return { ok: false, reason: problem };
    set(tx, shipmentId, { filesState: "making", filesFailure: null, prints: [] }, now);
    queueJob(tx, { kind: "make-print-files", subjectId: shipmentId, now });
    record(tx, row.shipment, { staffId, action: "printing.make_files", now });
    return { ok: true };
  });
}

/** Marks the files as sent to the printer. Refused while a bank disputes the payment or a week is flagged. */
export function sendToPrinter(shipmentId: string, staffId: string, now: Date): ShipmentResult {
  return change(shipmentId, (tx, row) => {
    const problem = sendingProblem(row);
    if (problem) return { ok: false, reason: problem };
    const { shipment } = row;
    if (isOwnBook(shipment) && shipment.loopId) {
      const begun = startPrinting(tx, shipment.loopId, now);
      if (!begun.ok) return begun;
    } else tell(tx, row, bookPrinting, now);
    // From now on it goes to the address the printer was given, whatever address is kept later.
    const deliveryAddress = JSON.stringify(placeOf(row));
    set(tx, shipmentId, { state: "printing", printingAt: now, deliveryAddress }, now);
    record(tx, shipment, { staffId, action: "printing.send", ...moved("send"), now });
    return { ok: true };
  });
}

/** Marks a shipment as sent with its carrier. `trackingNumber` is empty without one. */
export function noteShipmentShipped(
  shipmentId: string,
  by: { carrier: string; trackingNumber: string },
  staffId: string,
  now: Date,
): ShipmentResult {
  const carried = { carrier: by.carrier, trackingNumber: by.trackingNumber || null };
  return change(shipmentId, (tx, row) => {
    const { shipment } = row;
    if (shipment.state !== STEPS.ship.from) return { ok: false, reason: "not_now" };
    const place = placeOf(row);
    const goingTo = place ? addressLines(place) : undefined;
    if (isOwnBook(shipment) && shipment.loopId) {
      const shipped = recordShipped(tx, shipment.loopId, { ...carried, goingTo }, now);
      if (!shipped.ok) return shipped;
    } else tell(tx, row, (data) => bookShipped({ ...data, ...carried, goingTo }), now);
    set(tx, shipmentId, { state: "shipped", shippedAt: now, ...carried }, now);
    const { before, after } = moved("ship");
    record(tx, shipment, {
      staffId,
      action: "printing.ship",
      before,
      after: { ...after, carrier: by.carrier },
      now,
    });
    return { ok: true };
  });
}

/** Marks a shipment as delivered. */
export function noteShipmentDelivered(shipmentId: string, staffId: string, now: Date): ShipmentResult {
  return change(shipmentId, (tx, row) => {
    const { shipment } = row;
    if (shipment.state !== STEPS.deliver.from) return { ok: false, reason: "not_now" };
    if (isOwnBook(shipment) && shipment.loopId) {
      const delivered = recordDelivered(tx, shipment.loopId, now);
      if (!delivered.ok) return delivered;
    } else tell(tx, row, bookDelivered, now);
    set(tx, shipmentId, { state: "delivered", deliveredAt: now }, now);
    record(tx, shipment, { staffId, action: "printing.deliver", ...moved("deliver"), now });
    return { ok: true };
  });
}

const TIMES = { send: "printingAt", ship: "shippedAt", deliver: "deliveredAt" } as const;
const EMAILS = { send: "printing", ship: "shipped", deliver: "delivered" } as const;
const LOOP_STATUS = { send: "PRINTING", ship: "SHIPPED", deliver: "DELIVERED" } as const;

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
export function undoShipmentStep(
  shipmentId: string,
  by: { staffId: string; seen: string },
  now: Date,
): ShipmentResult {
  return change(shipmentId, (tx, row) => {
    const { shipment } = row;
    const undoable = undoableStep(shipment, now);
    if (shipment.state !== by.seen) return { ok: false, reason: "not_now" };
    if (!undoable || !takeBackEmail(emailKeyOf(shipment, undoable.step), now))
      return { ok: false, reason: "too_late" };
    const { step } = undoable;
    if (isOwnBook(shipment) && shipment.loopId) {
      const taken = takeBackStep(shipment.loopId, LOOP_STATUS[step], now);
      if (!taken.ok) throw new Error(`The loop of shipment ${shipmentId} is not where its shipment is.`);
    }
    const { from, to } = STEPS[step];
    const carried = step === "ship" ? { carrier: null, trackingNumber: null } : {};
    const follows = step === "send" ? { deliveryAddress: addressBeforeSending(row) } : {};
    set(tx, shipmentId, { state: from, [TIMES[step]]: null, ...carried, ...follows }, now);
    const states = { before: { state: to }, after: { state: from } };
    record(tx, shipment, { staffId: by.staffId, action: "printing.undo", ...states, now });
    return { ok: true };
  });
}

/** Lets the email of the last step leave now; after that the step cannot be taken back. */
export function tellNow(
  shipmentId: string,
  by: { staffId: string; seen: string },
  now: Date,
): ShipmentResult {
  return change(shipmentId, (tx, { shipment }) => {
    const undoable = undoableStep(shipment, now);
    if (shipment.state !== by.seen || !undoable) return { ok: false, reason: "not_now" };
    releaseEmail(emailKeyOf(shipment, undoable.step), now);
    record(tx, shipment, { staffId: by.staffId, action: "printing.tell_now", now });
    return { ok: true };
  });
}

/** An address that is not this parcel's own follows its order or its owner again. */
function addressBeforeSending(row: ShipmentRow): string | null {
  const own = row.shipment.deliveryAddress;
  const followed = placeOf({ ...row, shipment: { ...row.shipment, deliveryAddress: null } });
  return followed && own === JSON.stringify(followed) ? null : own;
}

function emailKeyOf(shipment: Shipment, step: Step): string {
  const kind = EMAILS[step];
  return isOwnBook(shipment) ? `${kind}:${shipment.loopId}` : `${kind}:shipment:${shipment.id}`;
}

/** Corrects the carrier and number of a parcel that has left; its reader gets the right ones by email. */
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
    // While nobody has been told the wrong number, the step itself is taken back.
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

/** The most working days a reprint takes to arrive. */
const REPRINT_WORKING_DAYS = 14;

export type ReprintResult =
  | { ok: true; shipmentId: string }
  | { ok: false; reason: ShipmentRefusal | "already" };

/** Queues a reprint of a sent shipment, for a reason, to an address of its own. One at a time. */
export function reprintShipment(
  shipmentId: string,
  { reason, ...address }: AddressCorrection,
  staffId: string,
  now: Date,
): ReprintResult {
  return change<ReprintResult>(shipmentId, (tx, { shipment, loop }) => {
    if (shipment.state !== "shipped" && shipment.state !== "delivered")
      return { ok: false, reason: "not_now" };
    if (!loop) return { ok: false, reason: "gone" };
    const underWay = tx
      .select({ id: shipments.id })
      .from(shipments)
      .where(and(eq(shipments.reprintOf, shipmentId), inArray(shipments.state, ["waiting", "printing"])))
      .get();
    if (underWay) return { ok: false, reason: "already" };
    const again = tx
      .insert(shipments)
      .values({
        orderId: shipment.orderId,
        loopId: shipment.loopId,
        reprintOf: shipmentId,
        reprintReason: reason,
        deliveryAddress: JSON.stringify(address),
        expectedDay: addWorkingDays(londonDay(now), REPRINT_WORKING_DAYS),
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: shipments.id })
      .get();
    record(tx, shipment, {
      staffId,
      action: "printing.reprint",
      after: { shipmentId: again.id },
      reason,
      now,
    });
    return { ok: true, shipmentId: again.id };
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

function change<Result extends { ok: boolean } = ShipmentResult>(
  shipmentId: string,
  action: (tx: Transaction, row: ShipmentRow) => Result,
): Result | { ok: false; reason: "not_found" } {
  return write((tx) => {
    const row = shipmentRowOf(shipmentId);
    return row ? action(tx, row) : { ok: false, reason: "not_found" };
  });
}

function set(tx: Transaction, shipmentId: string, to: Partial<Shipment>, now: Date): void {
  tx.update(shipments)
    .set({ ...to, updatedAt: now })
    .where(eq(shipments.id, shipmentId))
    .run();
}

/** A step for the audit: from which state to which. */
const moved = (step: Step) => ({ before: { state: STEPS[step].from }, after: { state: STEPS[step].to } });

function record(
  tx: Transaction,
  shipment: Shipment,
  done: { staffId: string; action: string; before?: unknown; after?: unknown; reason?: string; now: Date },
): void {
  recordAuditEvent(tx, { ...done, object: { type: "shipment", id: shipment.id } });
}

/** Emails the person who ordered the copies or wrote the year; about a step, once it can no longer be taken back. */
function tell(
  tx: Transaction,
  row: ShipmentRow,
  emailOf: (data: BookData) => Email,
  now: Date,
  other?: { dedupeKey: string; dueAt: Date },
): void {
  const { shipment, loop, owner, order } = row;
  const reader = owner ?? (order && order.email !== "" ? order : null);
  if (!reader) return;
  const books = booksIn([shipment]).get(shipment.id) ?? [];
  const copies = books.reduce((sum, one) => sum + one.copies, 0);
  const message = emailOf({
    firstName: reader.firstName,
    title: titleOf(row),
    loopUrl:
      shipment.orderId === null
        ? `${settings.publicOrigin}/dashboard?loop=${shipment.loopId}`
        : `${settings.publicOrigin}/account-settings?tab=orders`,
    theme: loop?.theme ?? null,
    ...(shipment.orderId === null ? {} : { copies }),
    isReprint: shipment.reprintOf !== null,
  });
  queueEmail(tx, {
    kind: message.kind,
    accountId: owner?.id ?? null,
    to: { name: `${reader.firstName} ${reader.lastName}`.trim(), email: reader.email },
    dedupeKey: `${message.kind}:shipment:${shipment.id}`,
    message,
    now,
    dueAt: emailLeavesAt(now),
    ...other,
  });
}
