import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import {
  accountNotes,
  alarms,
  approvalLimitRequests,
  discountRequests,
  discounts,
  disputes,
  emails,
  entries,
  printOrders,
  refundRequests,
  reprintRequests,
  restoreRequests,
  shipments,
  staff,
  voucherBatches,
  workItems,
} from "#db/schema";
import { countWaiting, waitingRows } from "~/domain/backoffice/inbox/waiting-rows.server";
import type { WorkKind } from "~/domain/backoffice/inbox/work-kinds";
import { SUBJECTS_OF } from "~/domain/backoffice/inbox/work-subjects.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { ordered } from "../../../support/shop";
import { colleague } from "../../people/staff/colleagues";

let viewer = "";
let other = "";
beforeAll(async () => {
  viewer = (await colleague("super_admin")).id;
  other = (await colleague("super_admin")).id;
});

/** Of each pair of a row's name and its columns, those that wait for the viewer. */
const waiting = (kind: WorkKind, now = NOW) =>
  waitingRows({ staffId: viewer, role: "super_admin" }, now)
    .filter((row) => row.kind === kind)
    .map(({ id }) => id)
    .toSorted();
/** The same, each described on its own. */
function described(kind: WorkKind): string[] {
  const ids = waiting(kind);
  for (const id of ids) expect(SUBJECTS_OF[kind]([id], NOW).map((subject) => subject.id)).toEqual([id]);
  return ids;
}
const at = { createdAt: NOW, updatedAt: NOW };
const decided = { decidedByStaffId: "a third", decidedAt: NOW };
const weekAgo = new Date(NOW.getTime() - 7 * DAY_MS);

describe("what waits for somebody who may do everything", () => {
  it("is a dispute or an inquiry that nobody has answered or prepared evidence for", () => {
    const orderId = ordered(person("Ada")).id;
    const dispute = { orderId, amountPence: 6999, openedAt: NOW, updatedAt: NOW };
    db.insert(disputes)
      .values([
        { ...dispute, id: "inquiry", stage: "inquiry" },
        { ...dispute, id: "open", stage: "open" },
        { ...dispute, id: "lost", stage: "lost" },
        { ...dispute, id: "answered", stage: "open", answeredAt: NOW },
        { ...dispute, id: "leaving", stage: "open", evidenceLeavesAt: NOW },
      ])
      .run();
    expect(described("dispute")).toEqual(["inquiry", "open"]);
  });

  it("is what a colleague asked for and nobody has decided: a refund, a reprint, new limits", () => {
    const refund = { amountPence: 1, reason: "Damp", evenIfUsed: false, createdAt: NOW, requestedByStaffId: other };
    const order = () => ordered(person("Ada")).id;
    db.insert(refundRequests)
      .values([
        { ...refund, id: "refund", orderId: order() },
        { ...refund, id: "own", orderId: order(), requestedByStaffId: viewer },
        { ...refund, id: "decided", orderId: order(), state: "declined", ...decided },
      ])
      .run();
    expect(described("refund")).toEqual(["refund"]);
    const shipment = () => db.insert(shipments).values(at).returning({ id: shipments.id }).get().id;
    const reprint = { printing: 3, costPence: 1, cause: "damaged", payer: "us", reason: "Torn", ...at };
    db.insert(reprintRequests)
      .values([
        { ...reprint, id: "reprint", shipmentId: shipment(), requestedByStaffId: other },
        { ...reprint, id: "own", shipmentId: shipment(), requestedByStaffId: viewer },
        { ...reprint, id: "decided", shipmentId: shipment(), requestedByStaffId: other, state: "declined", ...decided },
      ])
      .run();
    expect(waiting("reprint")).toEqual(["reprint"]);
    const limits = { dayPence: 1, recipientPence: 1, reason: "Fair", createdAt: NOW, requestedByStaffId: other };
    db.insert(approvalLimitRequests)
      .values([
        { ...limits, id: "limits", role: "marketing" },
        { ...limits, id: "own", role: "support", requestedByStaffId: viewer },
        { ...limits, id: "decided", role: "marketing", state: "declined", ...decided },
      ])
      .run();
    expect(described("exposure")).toEqual(["limits"]);
  });

  it("is a colleague’s partner order that waits, or whose codes they asked to open again", () => {
    const batch = { count: 1, valuePence: 1, createdAt: NOW, madeByStaffId: other };
    const asked = { codeExportAskedAt: NOW, codeExportAskedByStaffId: other, codeExportAskedReason: "Lost" };
    db.insert(voucherBatches)
      .values([
        { ...batch, id: "waits", state: "waiting" },
        { ...batch, id: "own", state: "waiting", madeByStaffId: viewer },
        { ...batch, id: "made", state: "made" },
        { ...batch, id: "asked", ...asked },
        { ...batch, id: "own-asked", ...asked, codeExportAskedByStaffId: viewer },
        { ...batch, id: "not-asked", codeExportAskedByStaffId: other },
      ])
      .run();
    expect([described("vouchers"), described("seal")]).toEqual([["waits"], ["asked"]]);
  });

  it("is a discount that a colleague asked for, unless it was put away", () => {
    const request = (
      id: string,
      given: Partial<typeof discountRequests.$inferInsert> = {},
      archivedAt: Date | null = null,
    ) => {
      db.insert(discounts)
        .values({ id, code: id.toUpperCase(), type: "PERCENTAGE", value: 10, archivedAt, ...at })
        .run();
      db.insert(discountRequests)
        .values({ discountId: id, requestedByStaffId: other, createdAt: NOW, ...given })
        .run();
    };
    request("discount");
    request("own", { requestedByStaffId: viewer });
    request("decided", { state: "approved", ...decided });
    request("archived", {}, NOW);
    expect(described("discount")).toEqual(["discount"]);
    const startsAt = later(60);
    db.update(discounts).set({ startsAt }).where(eq(discounts.id, "discount")).run();
    const factsAt = (now: Date) => SUBJECTS_OF.discount(["discount"], now)[0]?.facts;
    expect(factsAt(later(59))).toContain("Works from");
    expect(factsAt(startsAt)).not.toContain("Works from");
  });

  it("is a request of the last week to bring something back", () => {
    const asked = { account: "ada@example.org", reason: "Gone", requestedByStaffId: other };
    db.insert(restoreRequests)
      .values([
        { ...asked, id: "restore", state: "waiting", createdAt: later(0.001, weekAgo) },
        { ...asked, id: "a-week-old", state: "waiting", createdAt: weekAgo },
        { ...asked, id: "own", state: "waiting", createdAt: NOW, requestedByStaffId: viewer },
        { ...asked, id: "checking", createdAt: NOW },
      ])
      .run();
    expect(described("restore")).toEqual(["restore"]);
  });

  it("is a request of the last week for a super admin, until it is asked again, agreed to or the person leaves", () => {
    const member = (id: string, given: Partial<typeof staff.$inferInsert> = {}) =>
      db
        .insert(staff)
        .values({
          ...{ id, email: `${id}@loop.example`, name: id, role: "support", passwordHash: "-", totpSecret: "-", ...at },
          ...given,
        })
        .run();
    const event = (
      id: string,
      action = "staff.ask_super_admin",
      given: { type?: string; by?: string; now?: Date } = {},
    ) =>
      write((tx) =>
        recordAuditEvent(tx, {
          ...{ staffId: given.by ?? other, action, object: { type: given.type ?? "staff", id }, now: given.now ?? NOW },
        }),
      );
    for (const id of ["asked", "own", "old", "twice", "settled", "gone", "nothing", "other-kind"]) member(id);
    member("inactive", { isActive: false });
    member("already", { role: "super_admin" });
    for (const id of ["asked", "settled", "gone", "inactive", "already"]) event(id);
    event("own", undefined, { by: viewer });
    event("old", undefined, { now: weekAgo });
    event("twice");
    event("twice");
    event("settled", "staff.change_role");
    event("gone", "staff.deactivate");
    event("nothing", "staff.rename");
    event("other-kind", undefined, { type: "account" });
    // What happens to one person, or to another kind of thing, settles nothing of another's.
    event("asked", "staff.rename");
    event("asked", "staff.change_role", { type: "account" });
    expect(described("super_admin")).toEqual(["asked", "twice"]);
    event("old", undefined, { now: later(0.001, weekAgo) });
    expect(described("super_admin")).toEqual(["asked", "old", "twice"]);
  });

  it("is an email that failed for good and was not sent again, unless it carried a code", () => {
    const email = (id: string, given: Partial<typeof emails.$inferInsert> = {}) =>
      db
        .insert(emails)
        .values({
          ...{
            id,
            kind: "shipped",
            toName: "Ada",
            toEmail: "ada@example.org",
            subject: "",
            textBody: "",
            htmlBody: "",
          },
          ...{ dedupeKey: id, messageId: id, state: "dead", nextTryAt: NOW, createdAt: NOW, ...given },
        })
        .run();
    email("dead");
    email("sent", { state: "sent" });
    email("code", { kind: "password_reset" });
    email("resent");
    email("again", { state: "sent", resendOf: "resent" });
    email("taken-back");
    email("withdrawn", { state: "cancelled", resendOf: "taken-back" });
    expect(described("email")).toEqual(["dead", "taken-back"]);
  });

  it("is a reprint, a book whose files failed, or one in print whose printer has trouble", () => {
    db.delete(reprintRequests).run();
    db.delete(shipments).run();
    const shipment = (id: string, given: Partial<typeof shipments.$inferInsert>) =>
      db
        .insert(shipments)
        .values({ id, ...at, ...given })
        .run();
    shipment("usual", { state: "waiting" });
    shipment("unmade", { state: "waiting", filesState: "failed" });
    shipment("reprint", { state: "waiting", reprintOf: "usual" });
    shipment("printing-failed", { state: "printing", filesState: "failed" });
    const order = (
      shipmentId: string,
      state: "stuck" | "failed" | "cancelled" | "waiting",
      closedAt: Date | null = null,
    ) =>
      db
        .insert(printOrders)
        .values({ shipmentId, idempotencyKey: `${shipmentId} ${state}`, state, closedAt, ...at })
        .run();
    for (const state of ["stuck", "failed", "cancelled", "waiting"] as const) {
      shipment(state, { state: "printing" });
      order(state, state);
    }
    shipment("closed", { state: "printing" });
    order("closed", "stuck", NOW);
    shipment("delivered", { state: "delivered" });
    order("delivered", "stuck");
    expect(waiting("shipment")).toEqual(["cancelled", "failed", "reprint", "stuck", "unmade"]);
  });

  it("is a flagged week of a year that goes on", () => {
    const week = (id: string, moderation: "FLAGGED" | "PENDING", cancelledAt: Date | null = null) => {
      const { id: accountId } = person("Ada");
      const { id: loopId } = loopOf(accountId);
      creditToBegin(accountId, { loopId, cancelledAt });
      db.insert(entries)
        .values({ id, loopId, week: 1, prompt: "", content: "", moderation, ...at })
        .run();
    };
    week("flagged", "FLAGGED");
    week("pending", "PENDING");
    week("cancelled", "FLAGGED", NOW);
    expect(described("week")).toEqual(["flagged"]);
  });

  it("is an open alarm that is not about a dispute", () => {
    const alarm = { objectType: "order", objectId: "1", message: "", openedAt: NOW, raisedAt: NOW, lastSeenAt: NOW };
    db.delete(alarms).run();
    db.insert(alarms)
      .values([
        { ...alarm, id: "open", kind: "payment_paid_twice", dedupeKey: "1" },
        { ...alarm, id: "resolved", kind: "payment_paid_twice", dedupeKey: "2", resolvedAt: NOW },
        { ...alarm, id: "dispute", kind: "dispute_open", dedupeKey: "3" },
      ])
      .run();
    expect(described("alarm")).toEqual(["open"]);
  });

  it("is a note of their own that is due and not done", () => {
    const { id: accountId } = person("Ada");
    const note = { accountId, staffId: other, note: "Ring", at: NOW, ownerStaffId: viewer };
    db.insert(accountNotes)
      .values([
        { ...note, id: "today", dueDay: "2026-11-20" },
        { ...note, id: "tomorrow", dueDay: "2026-11-21" },
        { ...note, id: "without" },
        { ...note, id: "done", dueDay: "2026-11-20", doneAt: NOW },
        { ...note, id: "a-colleagues", dueDay: "2026-11-20", ownerStaffId: other },
      ])
      .run();
    expect(described("note")).toEqual(["today"]);
  });

  it("is counted without what was put off past today, and nothing that was closed is shown", () => {
    const { id: accountId } = person("Ada");
    const alarm = { objectType: "order", objectId: "1", message: "", openedAt: NOW, raisedAt: NOW, lastSeenAt: NOW };
    const { id: support } = db
      .select()
      .from(staff)
      .all()
      .find(({ role }) => role === "support") ?? { id: accountId };
    const seen = () => {
      const rows = waitingRows({ staffId: support, role: "support" }, NOW).filter(({ kind }) => kind === "alarm");
      return [
        countWaiting({ staffId: support, role: "support" }, NOW),
        ...rows.map(({ id, putOffUntil }) => [id, putOffUntil]),
      ];
    };
    db.delete(alarms).run();
    const [before] = seen();
    const item = { kind: "alarm", updatedAt: NOW } as const;
    for (const id of ["1", "2", "3", "4"])
      db.insert(alarms)
        .values({ ...alarm, id, kind: "payment_paid_twice", dedupeKey: id })
        .run();
    db.insert(workItems)
      .values([
        { ...item, subjectId: "1", putOffUntil: "2026-11-20" },
        { ...item, subjectId: "2", putOffUntil: "2026-11-21" },
        { ...item, subjectId: "3", closedAt: NOW },
        { ...item, kind: "email", subjectId: "4", closedAt: NOW },
      ])
      .run();
    expect(seen()).toEqual([Number(before) + 2, ["1", null], ["2", "2026-11-21"], ["4", null]]);
  });

  it("is only of the kinds that are asked for", () => {
    const kinds = new Set(
      waitingRows({ staffId: viewer, role: "super_admin" }, NOW, ["alarm", "note"]).map((row) => row.kind),
    );
    expect(kinds).toEqual(new Set(["alarm", "note"]));
    expect(waitingRows({ staffId: viewer, role: "analyst" }, NOW, ["alarm"])).toEqual([]);
  });

  it("is the oldest of each kind in the order of an index, so that what waits longer is not sorted", () => {
    const plans = plansOf(() => waitingRows({ staffId: viewer, role: "super_admin" }, NOW, ["week", "email", "alarm"]));
    expect(plans).toContain("SCAN entries USING COVERING INDEX entries_flagged");
    expect(plans).toContain("SEARCH emails USING INDEX emails_state (state=?)");
    expect(plans.filter((line) => line.includes("TEMP B-TREE"))).toHaveLength(2);
    const ofShipments = plansOf(() => waitingRows({ staffId: viewer, role: "super_admin" }, NOW, ["shipment"]));
    expect(ofShipments).toContain("SCAN shipments USING INDEX shipments_trouble");
  });
});
