import { and, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { isIn, prepareAll, prepareGet } from "#db/queries.server";
import { reprintRequests, staff } from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { areTwo } from "~/domain/people/staff/second-person.server";
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

type Request = typeof reprintRequests.$inferSelect;

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

/** A request with the book that it is about; undefined for an unknown id. */
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

type NotDecided = "not_found" | "not_waiting" | "own_request" | "not_two";

export type ApproveReprintResult =
  | { ok: true; shipmentId: string }
  | { ok: false; reason: NotDecided | ReprintRefusal };

/** Approves another person’s request: the reprint enters the print queue. If it is no longer possible, the request stays. */
export function approveReprint(requestId: string, staffId: string, now: Date): ApproveReprintResult {
  return decide(requestId, { staffId, approvesAt: now }, (tx, request): ApproveReprintResult => {
    const row = shipmentRowOf(request.shipmentId);
    if (!row) return { ok: false, reason: "not_found" };
    const problem = reprintProblem(tx, row);
    if (problem) return { ok: false, reason: problem };
    const by = { ...request, staffId: request.requestedByStaffId };
    const reprintId = queueReprint(tx, row, by, now);
    setDecided(tx, requestId, { state: "approved", reprintId, decidedByStaffId: staffId, decidedAt: now });
    const { cause, payer, printing, costPence } = request;
    recordAuditEvent(tx, {
      ...{ staffId, action: "printing.approve_reprint", now },
      object: { type: "shipment", id: request.shipmentId },
      after: { requestId, shipmentId: reprintId, cause, payer, printing, costPence },
    });
    return { ok: true, shipmentId: reprintId };
  });
}

export type DeclineReprintResult = { ok: true } | { ok: false; reason: NotDecided };

/** Declines another person’s request, for a reason. */
export function declineReprint(requestId: string, reason: string, staffId: string, now: Date): DeclineReprintResult {
  return decide(requestId, { staffId }, (tx, { shipmentId, printing, costPence }): DeclineReprintResult => {
    const decided = { decidedReason: reason, decidedByStaffId: staffId, decidedAt: now };
    setDecided(tx, requestId, { state: "declined", ...decided });
    recordAuditEvent(tx, {
      ...{ staffId, action: "printing.decline_reprint", reason, now },
      object: { type: "shipment", id: shipmentId },
      after: { requestId, printing, costPence },
    });
    return { ok: true };
  });
}

function setDecided(tx: Transaction, requestId: string, to: Partial<Request>): void {
  tx.update(reprintRequests).set(to).where(eq(reprintRequests.id, requestId)).run();
}

function decide<Result>(
  requestId: string,
  { staffId, approvesAt }: { staffId: string; approvesAt?: Date },
  action: (tx: Transaction, request: Request) => Result,
): Result | { ok: false; reason: NotDecided } {
  return write((tx) => {
    const request = tx.select().from(reprintRequests).where(eq(reprintRequests.id, requestId)).get();
    if (!request) return { ok: false as const, reason: "not_found" as const };
    if (request.state !== "waiting") return { ok: false as const, reason: "not_waiting" as const };
    if (request.requestedByStaffId === staffId) return { ok: false as const, reason: "own_request" as const };
    if (approvesAt && !areTwo(tx, request.requestedByStaffId, staffId, approvesAt))
      return { ok: false as const, reason: "not_two" as const };
    return action(tx, request);
  });
}
