import { emailLeavesAt } from "~/domain/diary/loops/completion";
import { formatPence } from "~/domain/kernel/money/pounds";
import { londonTime } from "~/domain/kernel/time/instants";
import {
  askForPrice,
  cancelPrintOrder,
  goOnByHand,
  orderFromPrinter,
  sendOrderAgain,
  undoOrderAgain,
} from "~/domain/operations/printing/print-orders.server";
import { typedReason } from "~/domain/people/staff/forms";
import type { ShipmentRefusal } from "~/domain/shop/order-rules/shipments";
import { respondWithOutcome } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { leadToPage, type StaffSubmission, staffAction } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import { REFUSALS, whyFieldOf } from "./printing-labels";

/** The buttons are on the shipment's page. */
export const loader = leadToPage("printing.change", (param) => `${PATHS.printQueue}/${param("shipment")}`);

type Result =
  | { ok: true; done: string }
  | { ok: false; reason: ShipmentRefusal }
  | { ok: false; reason: "printer"; message?: string };

/** Orders a shipment from the printer's API, and what follows from that. */
export const action = staffAction("printing.change", async (at) => {
  const result = await act(at);
  const message = !result.ok && "message" in result ? (result.message ?? "") : "";
  return await respondWithOutcome({
    result,
    to: `${PATHS.printQueue}/${at.param("shipment")}`,
    done: result.ok ? result.done : "",
    refused: (refusal) =>
      refusal === "printer"
        ? { tone: "bad", message: "The printer says no, or doesn’t answer.", more: message }
        : REFUSALS[refusal],
  });
});

async function act({ form, param, staff: { staffId }, now }: StaffSubmission): Promise<Result> {
  const shipmentId = param("shipment");
  const intent = form.get("intent");
  if (intent === "quote") {
    const asked = await askForPrice(shipmentId, staffId, now);
    return asked.ok ? { ok: true, done: `It would cost ${formatPence(asked.totalPence)}.` } : asked;
  }
  if (intent === "order") {
    const ordered = orderFromPrinter(
      shipmentId,
      { staffId, whyUnreviewed: typedReason(form, whyFieldOf(shipmentId)) },
      now,
    );
    return ordered.ok
      ? { ok: true, done: `Ordered. It goes to the printer at ${londonTime(emailLeavesAt(now))}.` }
      : ordered;
  }
  if (intent === "again") {
    const sent = sendOrderAgain(shipmentId, staffId, now);
    return sent.ok ? { ok: true, done: "We’re sending it again." } : sent;
  }
  if (intent === "undo") {
    const undone = undoOrderAgain(shipmentId, staffId, now);
    return undone.ok ? { ok: true, done: "Undone. Nothing was ordered." } : undone;
  }
  if (intent === "by_hand") {
    const left = goOnByHand(shipmentId, staffId, now);
    return left.ok ? { ok: true, done: "Take the files to a printer, then mark it as sent." } : left;
  }
  if (intent !== "cancel") notFound();
  const cancelled = await cancelPrintOrder(shipmentId, staffId, now);
  return cancelled.ok ? { ok: true, done: "The printer has cancelled it." } : cancelled;
}
