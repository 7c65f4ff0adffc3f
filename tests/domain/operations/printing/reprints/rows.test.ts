import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { emails, printCosts, printOrders, reprintRequests, shipments } from "#db/schema";
import { isQueued } from "~/domain/mail/outbox/outbox.server";
import { reportLateShipments } from "~/domain/operations/printing/late-shipments.server";
import {
  approveReprint,
  declineReprint,
  reprintRequestData,
  reprintRequestsNamed,
  reprintWaitingFor,
} from "~/domain/operations/printing/reprint-requests.server";
import { quoteReprint, reprintShipment } from "~/domain/operations/printing/reprints.server";
import { noteFilesSetAside } from "~/domain/operations/printing/shipment-files.server";
import { notifyNow, undoShipmentStep } from "~/domain/operations/printing/shipment-undo.server";
import { anAddress } from "../../../../support/addresses";
import { NOW } from "../../../../support/people";
import { colleague } from "../../../people/staff/colleagues";
import { boughtYear, copiesOf, print, shipmentRow } from "../rows";

const [{ id: bea }, { id: joan }] = [await colleague("support"), await colleague("super_admin")];
const INPUT = { ...anAddress(), cause: "lost", payer: "us", reason: "Lost" } as const;
const refused = (reason: string) => ({ ok: false, reason });
const DELIVERED = { state: "delivered" } as const;

function delivered(chargedPence = 100) {
  const { loopId, owner } = boughtYear("Ada");
  const { id } = shipmentRow(loopId, DELIVERED);
  db.insert(printCosts).values({ shipmentId: id, chargedPence, updatedAt: NOW }).run();
  return { id, loopId, owner };
}
const reprint = (id: string) => reprintShipment(id, INPUT, bea, NOW);
const asked = (shipmentId: string, state: "waiting" | "declined" = "waiting") => {
  const decided = state === "waiting" ? {} : { decidedByStaffId: joan, decidedAt: NOW };
  const request = { shipmentId, printing: 3, costPence: 1, cause: "lost", payer: "us", reason: "-" };
  const row = { ...request, state, requestedByStaffId: bea, createdAt: NOW, ...decided };
  return db.insert(reprintRequests).values(row).returning().get().id;
};

describe("printing a book again", () => {
  it("costs what that book cost, and is counted for it alone", () => {
    const [one, other] = [delivered(100), delivered(200)];
    const copies = copiesOf(one.loopId, [{ quantity: 1 }]);
    shipmentRow(one.loopId, { ...DELIVERED, orderId: copies.order.id, reprintOf: copies.shipment.id });
    shipmentRow(other.loopId, { ...DELIVERED, reprintOf: other.id });
    expect(quoteReprint(one.id, bea, NOW)).toEqual({ printing: 2, costPence: 100, isForTwo: null });
    expect(quoteReprint(other.id, bea, NOW)).toEqual({ printing: 3, costPence: 200, isForTwo: "printing" });
    expect(quoteReprint(copies.shipment.id, bea, NOW)?.printing).toBe(3);
    expect([quoteReprint("nothing", bea, NOW), reprint("nothing")]).toEqual([undefined, refused("not_found")]);
  });

  it.each(["waiting", "printing"] as const)("is not possible while it is %s, nor while a reprint is", (state) => {
    const { id, loopId } = delivered();
    expect(reprint(shipmentRow(boughtYear("Ben").loopId, { state }).id)).toEqual(refused("not_now"));
    const copies = copiesOf(loopId, [{ quantity: 1 }]);
    shipmentRow(loopId, { state, orderId: copies.order.id, reprintOf: copies.shipment.id });
    expect(reprint(id)).toMatchObject({ ok: true });
    expect(reprint(id)).toEqual(refused("already"));
  });

  it("is not possible once its year is gone, nor while somebody has asked for it", () => {
    expect(reprint(shipmentRow(null, DELIVERED).id)).toEqual(refused("gone"));
    const { id, loopId } = delivered();
    const copies = copiesOf(loopId, [{ quantity: 1 }]);
    asked(copies.shipment.id);
    asked(delivered().id);
    asked(id, "declined");
    const again = shipmentRow(loopId, { ...DELIVERED, reprintOf: id });
    expect(reprint(id)).toMatchObject({ ok: true, requestId: expect.any(String) });
    expect(reprint(again.id)).toEqual(refused("asked"));
  });
});

describe("a request for a reprint", () => {
  it("is found by its own id or the shipment it waits for, and decided alone", () => {
    const [one, other] = [delivered(), delivered()];
    asked(one.id, "declined");
    const [first, second] = [asked(one.id), asked(other.id)];
    expect([reprintRequestData(second)?.request.id, reprintRequestsNamed([first]).length]).toEqual([second, 1]);
    expect([reprintWaitingFor(one.id)?.request.id, reprintWaitingFor(other.id)?.request.id]).toEqual([first, second]);
    expect(approveReprint("nothing", joan, NOW)).toEqual(refused("not_found"));
    expect(declineReprint(second, "No", joan, NOW)).toEqual({ ok: true });
    expect([reprintWaitingFor(one.id)?.request.id, reprintWaitingFor(other.id)]).toEqual([first, undefined]);
    shipmentRow(one.loopId, { reprintOf: one.id });
    expect(approveReprint(first, joan, NOW)).toEqual(refused("already"));
  });
});

describe("a step of a shipment", () => {
  const by = (seen: string) => ({ staffId: bea, seen });
  const shipped = (status: "SHIPPED" | "PRINTING" = "SHIPPED") =>
    shipmentRow(boughtYear("Ada", { status }).loopId, { state: "shipped", shippedAt: NOW });

  it("is taken back though another shipment is printed again, and throws where its year is somewhere else", () => {
    const [one, other] = [shipped(), shipped()];
    shipmentRow(other.loopId, { reprintOf: other.id });
    expect(undoShipmentStep(other.id, by("shipped"), NOW)).toEqual(refused("reprinted"));
    expect(undoShipmentStep(one.id, by("shipped"), NOW)).toEqual({ ok: true });
    expect(() => undoShipmentStep(shipped("PRINTING").id, by("shipped"), NOW)).toThrow("is not where its shipment is");
  });

  it("is taken back only by somebody who has seen it, and before ten minutes, its email or its order are gone", () => {
    const stateOf = (id: string) => db.select().from(shipments).where(eq(shipments.id, id)).get()?.state;
    const [plain, told, ordered] = ["Ada", "Ben", "Cid"].map((name) => {
      const { loopId } = boughtYear(name, { status: "PRINTING" });
      return { loopId, id: shipmentRow(loopId, { state: "printing", printingAt: NOW }).id };
    });
    if (!plain || !told || !ordered) throw new Error("There are three shipments.");
    const times = { nextTryAt: NOW, createdAt: NOW };
    const key = `printing:${told.loopId}`;
    const texts = { toName: "", toEmail: "ben@example.org", subject: "-", textBody: "", htmlBody: "" };
    db.insert(emails)
      .values({ kind: "printing", ...texts, dedupeKey: key, messageId: key, state: "sent", sentAt: NOW, ...times })
      .run();
    const order = { shipmentId: ordered.id, idempotencyKey: ordered.id, askedByStaffId: bea };
    db.insert(printOrders)
      .values({ ...order, ...times, state: "sending", updatedAt: NOW })
      .run();
    expect(undoShipmentStep(plain.id, by("waiting"), NOW)).toEqual(refused("not_now"));
    expect(undoShipmentStep(plain.id, by("printing"), new Date(NOW.getTime() + 600_000))).toEqual(refused("too_late"));
    for (const { id } of [told, ordered])
      expect(undoShipmentStep(id, by("printing"), NOW)).toEqual(refused("too_late"));
    expect([plain, told, ordered].map(({ id }) => stateOf(id))).toEqual(["printing", "printing", "printing"]);
    expect(undoShipmentStep(plain.id, by("printing"), NOW)).toEqual({ ok: true });
    expect(stateOf(plain.id)).toBe("waiting");
  });

  it("is told at once only by somebody who has seen it, and while it is held", () => {
    const { id } = shipped();
    expect(notifyNow(id, by("printing"), NOW)).toEqual(refused("not_now"));
    expect(notifyNow(id, by("shipped"), new Date(NOW.getTime() + 600_000))).toEqual(refused("not_now"));
    expect(notifyNow(id, by("shipped"), NOW)).toEqual({ ok: true });
  });
});

it("files that are set aside are so of their own shipment alone, while it waits", () => {
  const making = { filesState: "making" as const };
  const [one, other] = [boughtYear("Ada"), boughtYear("Ben")].map(({ loopId }) => shipmentRow(loopId, making));
  const sent = shipmentRow(boughtYear("Cid").loopId, { ...making, state: "printing", prints: [print()] });
  for (const shipment of [one, sent]) write((tx) => noteFilesSetAside(tx, shipment?.id ?? "", NOW));
  const stateOf = (id = "") => db.select().from(shipments).where(eq(shipments.id, id)).get()?.filesState;
  expect([one, other, sent].map((shipment) => stateOf(shipment?.id))).toEqual(["failed", "making", "making"]);
});

describe("copies that come with the book of a year", () => {
  const noon = (day: string) => new Date(`${day}T12:00:00Z`);

  it("are late once the book itself is, and neither its reprint nor other copies count", () => {
    const { loopId } = boughtYear("Ada");
    const { shipment } = copiesOf(loopId, [{ quantity: 1 }]);
    const due = (id: string, day: string) =>
      db.update(shipments).set({ expectedDay: day }).where(eq(shipments.id, id)).run();
    for (const given of [{ expectedDay: "2027-09-09", reprintOf: "first" }, { expectedDay: "2027-02-02" }])
      shipmentRow(loopId, { ...given, state: "delivered" });
    due(copiesOf(loopId, [{ quantity: 1 }]).shipment.id, "2027-08-08");
    due(shipment.id, "2027-02-01");
    const isTold = () => isQueued(`shipment-late:${shipment.id}`);
    reportLateShipments(noon("2027-02-02"));
    expect(isTold()).toBe(false);
    reportLateShipments(noon("2027-02-03"));
    expect(isTold()).toBe(true);
  });
});
