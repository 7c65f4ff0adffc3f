import { and, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll, prepareGet } from "#db/queries.server";
import { reprintRequests, staff } from "#db/schema";
import { decisionsOn, waitingIn } from "~/domain/people/staff/approvals.server";
import { deliveryAddressOf } from "~/domain/shop/orders/orders.server";
import { REPRINT_CAUSES, REPRINT_PAYERS } from "./print-costs";
import { shipmentLines } from "./print-queue.server";
import { queueReprint, type ReprintRefusal, reprintProblem } from "./reprints.server";
import { asOnShipment, shipmentRowOf } from "./shipment-contents.server";

/**
 * The second pair of eyes on a reprint. A request keeps which printing it is, what it costs, why, who pays and where it
 * goes, and is approved unchanged. Nothing enters the print queue before; whether it can be printed is checked again
 * then. Nobody decides their own request.
 */

/** These requests, each with the book that it is about; unknown ids are left out. */
export function reprintRequestsNamed(ids: string[]) {
  const found = listRequests(ids);
  const lines = new Map(shipmentLines(found.map(({ request }) => request.shipmentId)).map((line) => [line.id, line]));
  return found.flatMap(({ request, requestedBy }) => {
    const line = lines.get(request.shipmentId);
    if (!line) return [];
    const place = deliveryAddressOf(request);
    return {
      request: {
        ...request,
        cause: REPRINT_CAUSES.find((one) => one === request.cause) ?? "other",
        payer: REPRINT_PAYERS.find((one) => one === request.payer) ?? "us",
      },
      requestedBy,
      line,
      address: place ? asOnShipment(place) : null,
    };
  });
}

const listRequests = prepareAll((ids: string[]) =>
  db
    .select({ request: reprintRequests, requestedBy: staff.name })
    .from(reprintRequests)
    .leftJoin(staff, eq(staff.id, reprintRequests.requestedByStaffId))
    .where(isIn(reprintRequests.id, ids)),
);

export function reprintRequestData(requestId: string) {
  return reprintRequestsNamed([requestId])[0];
}

/** The request that waits about this shipment; undefined without one. */
export function reprintWaitingFor(shipmentId: string) {
  const waiting = findWaiting(shipmentId);
  return waiting && reprintRequestData(waiting.id);
}

const findWaiting = prepareGet((shipmentId: string) =>
  db
    .select({ id: reprintRequests.id })
    .from(reprintRequests)
    .where(and(eq(reprintRequests.shipmentId, shipmentId), eq(reprintRequests.state, "waiting"))),
);

const DECISIONS = decisionsOn(reprintRequests, {
  find: (tx, id) => waitingIn(tx.select().from(reprintRequests).where(eq(reprintRequests.id, id)).get()),
  object: ({ shipmentId }) => ({ type: "shipment", id: shipmentId }),
  approved: "printing.approve_reprint",
  declined: "printing.decline_reprint",
  afterDeclining: ({ id, printing, costPence }) => ({ requestId: id, printing, costPence }),
});

type ApproveReprintResult = { ok: true; shipmentId: string } | { ok: false; reason: "not_found" | ReprintRefusal };

/** Approves another person’s request: the reprint enters the print queue. If it is no longer possible, the request stays. */
export function approveReprint(requestId: string, staffId: string, now: Date) {
  return DECISIONS.approve(requestId, { staffId, now }, (tx, request, approve): ApproveReprintResult => {
    const row = shipmentRowOf(request.shipmentId);
    if (!row) return { ok: false, reason: "not_found" };
    const problem = reprintProblem(tx, row);
    if (problem) return { ok: false, reason: problem };
    const reprintId = queueReprint(tx, row, { ...request, staffId: request.requestedByStaffId }, now);
    const { cause, payer, printing, costPence } = request;
    approve({ reprintId }, { after: { requestId, shipmentId: reprintId, cause, payer, printing, costPence } });
    return { ok: true, shipmentId: reprintId };
  });
}

export const declineReprint = DECISIONS.decline;
