import type { Transaction } from "#db/client.server";
import { emailLeavesAt } from "~/domain/diary/loops/completion";
import { holdEmail } from "~/domain/mail/outbox/outbox.server";
import { addressLines } from "~/domain/people/addresses/forms";
import { STEPS, type Step } from "~/domain/shop/order-rules/shipments";
import { recordDelivered, recordShipped, startPrinting } from "./completion.server";
import { bookDelivered, bookPrinting, bookShipped } from "./printing-emails";
import {
  isOwnBook,
  placeOf,
  type Shipment,
  type ShipmentRow,
  sendingProblem,
  weeksAt,
} from "./shipment-contents.server";
import { change, emailKeyOf, record, type ShipmentResult, set, tell } from "./shipment-records.server";

/**
 * The steps of a shipment: to the printer, to its carrier, to its reader. Each is one transaction with its audit event
 * and its email, which leaves minutes later; the book of a year moves its loop too.
 */

/**
 * Who sends a shipment to the printer, and why although weeks of it are unreviewed; null where nobody gave a reason.
 */
export interface Sender {
  staffId: string;
  whyUnreviewed: string | null;
}

/**
 * Marks the files as sent to the printer. Refused while a bank disputes the payment or a week is flagged, and while a
 * week is unreviewed unless a reason is given.
 */
export function sendToPrinter(shipmentId: string, by: Sender, now: Date): ShipmentResult {
  return change(shipmentId, (tx, row) => takeSendStep(tx, row, by, now));
}

/** The same inside the caller's transaction. */
export function takeSendStep(tx: Transaction, row: ShipmentRow, by: Sender, now: Date): ShipmentResult {
  const problem = sendingProblem(row);
  if (problem) return { ok: false, reason: problem };
  const { shipment, loop } = row;
  const { staffId, whyUnreviewed } = by;
  const unreviewed = loop ? weeksAt(loop.id, "PENDING") : 0;
  if (unreviewed > 0 && whyUnreviewed === null) return { ok: false, reason: "unreviewed" };
  if (isOwnBook(shipment) && shipment.loopId) {
    const begun = startPrinting(tx, shipment.loopId, now);
    if (!begun.ok) return begun;
  } else tell(tx, row, bookPrinting, now);
  // From now on it goes to the address the printer was given, whatever address is saved later.
  const deliveryAddress = JSON.stringify(placeOf(row));
  set(tx, shipment.id, { state: "printing", printingAt: now, deliveryAddress }, now);
  hold(shipment, "send", staffId, now);
  const { before, after } = moved("send");
  const unread = unreviewed > 0 && whyUnreviewed !== null ? { reason: whyUnreviewed } : {};
  record(tx, shipment, {
    staffId,
    action: "printing.send",
    before,
    after: unreviewed > 0 ? { ...after, unreviewed } : after,
    ...unread,
    now,
  });
  return { ok: true };
}

/**
 * Marks a shipment as sent with its carrier. `trackingNumber` is empty without one; `staffId` is null where the printer
 * said so itself.
 */
export function noteShipmentShipped(
  shipmentId: string,
  by: { carrier: string; trackingNumber: string },
  staffId: string | null,
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
    hold(shipment, "ship", staffId, now);
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

export function noteShipmentDelivered(shipmentId: string, staffId: string, now: Date): ShipmentResult {
  return change(shipmentId, (tx, row) => {
    const { shipment } = row;
    if (shipment.state !== STEPS.deliver.from) return { ok: false, reason: "not_now" };
    if (isOwnBook(shipment) && shipment.loopId) {
      const delivered = recordDelivered(tx, shipment.loopId, now);
      if (!delivered.ok) return delivered;
    } else tell(tx, row, bookDelivered, now);
    set(tx, shipmentId, { state: "delivered", deliveredAt: now }, now);
    hold(shipment, "deliver", staffId, now);
    record(tx, shipment, { staffId, action: "printing.deliver", ...moved("deliver"), now });
    return { ok: true };
  });
}

const moved = (step: Step) => ({ before: { state: STEPS[step].from }, after: { state: STEPS[step].to } });

/** The step's email is in the tray of the person who took it. */
function hold(shipment: Shipment, step: Step, staffId: string | null, now: Date): void {
  if (staffId !== null) holdEmail(emailKeyOf(shipment, step), { staffId, until: emailLeavesAt(now) });
}
