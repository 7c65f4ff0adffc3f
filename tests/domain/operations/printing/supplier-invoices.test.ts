import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { shipments } from "#db/schema";
import { monthCosts, reprintMonths, typeCost } from "~/domain/operations/printing/cost-figures.server";
import { reprintShipment } from "~/domain/operations/printing/reprints.server";
import { sendToPrinter } from "~/domain/operations/printing/shipment-steps.server";
import {
  exportInvoice,
  invoiceData,
  listInvoices,
  removeInvoice,
  storeInvoice,
} from "~/domain/operations/printing/supplier-invoices.server";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";
import { bookWithFiles } from "./book-in-line";

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("production")).id;
});

const NOVEMBER = { supplier: "Calder Print", fromDay: "2026-11-01", untilDay: "2026-11-30" };

/** A book that went to the printer, with what it cost, and our number for it. */
function printed(pence: number | null) {
  const { shipmentId, loopId } = bookWithFiles();
  expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({ ok: true });
  if (pence !== null) expect(typeCost(shipmentId, pence, staffId, NOW)).toBe(true);
  return { shipmentId, number: `LOOP-${loopId.slice(0, 8).toUpperCase()}` };
}

function kept(number: string, lines: readonly [shipmentNumber: string, amountPence: number][]) {
  const typed = lines.map(([shipmentNumber, amountPence]) => ({ shipmentNumber, amountPence }));
  const result = storeInvoice({ ...NOVEMBER, number, lines: typed }, staffId, NOW);
  if (!result.ok) throw new Error("It was not kept.");
  return result.invoiceId;
}

describe("a printer’s invoice", () => {
  it("is compared line by line: matched, differs, no cost, billed twice, not ours, missing", () => {
    const [one, two, three, four, five] = [printed(1840), printed(1840), printed(null), printed(2000), printed(1700)];
    const id = kept("N-1", [
      [one.number, 1840],
      [two.shipmentId.toUpperCase(), 1900],
      [`${three.number} ${three.shipmentId}`, 1500],
      [four.number.toLowerCase(), 2000],
      [four.number, 2000],
      ["LP-NOT-OURS", 999],
    ]);
    const data = invoiceData(id);
    expect(data?.lines.map(({ verdict }) => verdict)).toEqual([
      ...["matched", "differs", "uncosted", "twice", "twice", "unknown"],
    ]);
    expect(data?.missing).toEqual([{ id: five.shipmentId, reference: five.number, costPence: 1700 }]);
    expect(data?.totals).toEqual({
      ...{ billedPence: 10239, matchedPence: 1840, differencePence: 60, twicePence: 4000 },
      ...{ unknownPence: 999, unclear: 5 },
    });
    expect(listInvoices()[0]).toMatchObject({ number: "N-1", lines: 6, totalPence: 10239 });
    // What another invoice bills is no longer missing here, and what both bill is billed twice.
    kept("N-2", [
      [five.number, 1700],
      [one.number, 1840],
    ]);
    expect(invoiceData(id)?.missing).toEqual([]);
    expect(invoiceData(id)?.lines[0]?.verdict).toBe("twice");
  });

  it("is kept once, and removed where it was entered wrongly", () => {
    const id = kept("N-3", [["LP-NOT-OURS", 1]]);
    expect(storeInvoice({ ...NOVEMBER, number: "N-3", lines: [] }, staffId, NOW)).toEqual({
      ...{ ok: false, reason: "already" },
    });
    expect(exportInvoice(id, staffId, NOW)?.lines).toHaveLength(1);
    expect(removeInvoice(id, staffId, NOW)).toBe(true);
    expect(removeInvoice(id, staffId, NOW)).toBe(false);
    expect(invoiceData(id)).toBeUndefined();
    expect(auditEventsOn(id).map(({ action }) => action)).toEqual(
      expect.arrayContaining([...["print_costs.keep_invoice", "print_costs.export", "print_costs.remove_invoice"]]),
    );
  });
});

describe("the costs of a month", () => {
  it("are of what went to the printer in it, by the book, without what nobody knows", () => {
    const before = monthCosts("2026-11");
    printed(1000);
    printed(null);
    const after = monthCosts("2026-11");
    expect([after.shipments, after.books, after.totalPence, after.uncosted]).toEqual([
      ...[before.shipments + 2, before.books + 2, before.totalPence + 1000, before.uncosted + 1],
    ]);
    expect(monthCosts("2026-10")).toEqual({
      ...{ shipments: 0, books: 0, totalPence: 0, perBookPence: null, uncosted: 0 },
    });
  });
});

describe("books printed again", () => {
  it("are counted by month and reason, and older ones without a reason too", () => {
    for (const cause of ["damaged", "damaged", "lost"] as const) {
      const { shipmentId } = printed(null);
      db.update(shipments).set({ state: "delivered" }).where(eq(shipments.id, shipmentId)).run();
      const place = { firstName: "Ada", lastName: "Marsh", line1: "14 Weavers Row", line2: "" };
      const town = { city: "Hebden Bridge", county: "", postcode: "HX7 8AA" };
      const again = reprintShipment(
        shipmentId,
        { ...place, ...town, cause, payer: "us", reason: "Torn" },
        staffId,
        NOW,
      );
      expect(again.ok).toBe(true);
    }
    db.update(shipments).set({ reprintCause: null }).where(eq(shipments.reprintCause, "lost")).run();
    const [month, ...others] = reprintMonths(NOW);
    expect(others).toEqual([]);
    expect(month).toMatchObject({ month: "2026-11", total: 3 });
    expect(month?.causes).toMatchObject({ damaged: 2, lost: 0, came_back: 0, unsaid: 1 });
  });
});
