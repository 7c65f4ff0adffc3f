import { beforeEach, describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { printOrders } from "#db/schema";
import {
  exportInvoice,
  invoiceData,
  listInvoices,
  removeInvoice,
  storeInvoice,
} from "~/domain/operations/printing/supplier-invoices.server";
import { auditEventsOn } from "../../../../support/audit-events";
import { NOW } from "../../../../support/people";
import { colleague } from "../../../people/staff/colleagues";
import { boughtYear, copiesOf, givenYear, shipmentRow } from "../rows";

const { id: joan } = await colleague("production");
beforeEach(() => {
  rawConnection().exec(
    "DELETE FROM supplier_invoice_lines; DELETE FROM supplier_invoices; DELETE FROM print_orders; DELETE FROM shipments;",
  );
});

const JULY = { fromDay: "2026-07-01", untilDay: "2026-07-31" };
const [FIRST, LAST] = [new Date("2026-06-30T23:00:00.000Z"), new Date("2026-07-31T22:59:59.999Z")];

let numbers = 0;
function invoice(shipmentNumbers: readonly string[], supplier = "Calder Print", number = "") {
  numbers += 1;
  const lines = shipmentNumbers.map((shipmentNumber) => ({ shipmentNumber, amountPence: 100 }));
  return storeInvoice({ ...JULY, supplier, number: number || `N-${numbers}`, lines }, joan, NOW);
}
const idOf = (result: ReturnType<typeof invoice>) => (result.ok ? result.invoiceId : "");
/** The shipment that each of these names means. */
const meant = (...names: string[]) => invoiceData(idOf(invoice(names)))?.lines.map(({ shipmentId }) => shipmentId);
const atPrinter = (shipmentId: string, printerOrderId: string) =>
  db
    .insert(printOrders)
    .values({
      ...{ shipmentId, printerOrderId, idempotencyKey: shipmentId, askedByStaffId: joan },
      ...{ createdAt: NOW, updatedAt: NOW },
    })
    .run();

describe("the shipment that a line of an invoice names", () => {
  it("is found by our id, the printer’s number or our reference, where one alone has it", () => {
    const [ada, ben, zoe] = [boughtYear("Ada"), boughtYear("Ben"), givenYear("Zoe")];
    const [one, two, three] = [ada, ben, zoe].map(({ loopId }) => shipmentRow(loopId).id);
    atPrinter(one ?? "", "ord_1");
    atPrinter(two ?? "", "ord_2");
    const copies = copiesOf(ada.loopId, [{ quantity: 1 }]);
    const reprint = shipmentRow(ada.loopId, { reprintOf: one });
    expect(meant(two ?? "", "Parcel ord_2 of Friday", ada.order.number, zoe.order.number)).toEqual([
      two,
      two,
      one,
      three,
    ]);
    expect(meant(copies.order.number, `${ada.order.number}-R`, "LP-NOT-OURS", "")).toEqual([
      ...[copies.shipment.id, reprint.id, null, null],
    ]);
    shipmentRow(ada.loopId, { reprintOf: reprint.id, state: "delivered" });
    expect(meant(`${ada.order.number}-R`)).toEqual([null]);
  });

  it("is found by the beginning of its year’s id where it has no order", () => {
    const [zoe, tim] = [givenYear("Zoe"), givenYear("Tim")];
    db.$client.exec("UPDATE vouchers SET order_id = NULL");
    const [one, two] = [zoe, tim].map(({ loopId }) => shipmentRow(loopId).id);
    const nameOf = ({ loopId }: { loopId: string }) => `LOOP-${loopId.slice(0, 8).toUpperCase()}`;
    const gone = shipmentRow(null).id;
    expect(meant(nameOf({ loopId: gone }))).toEqual([null]);
    expect(nameOf(zoe) === nameOf(tim) ? [one, two] : meant(nameOf(zoe), nameOf(tim))).toEqual([one, two]);
  });
});

describe("an invoice", () => {
  it("is stored once for each number of a supplier, with its own lines, and removed alone", () => {
    const [one, other] = [invoice(["A", "B"], "Calder Print", "7"), invoice(["C"], "Other Print", "7")].map(idOf);
    expect(invoice([], "Calder Print", "7")).toEqual({ ok: false, reason: "already" });
    expect(invoice([], "Calder Print", "8").ok).toBe(true);
    const listed = listInvoices().map(({ id, lines, totalPence }) => [id, lines, totalPence]);
    expect(listed).toEqual(
      expect.arrayContaining([
        [one, 2, 200],
        [other, 1, 100],
      ]),
    );
    expect(invoiceData(other ?? "")?.invoice.supplier).toBe("Other Print");
    expect([removeInvoice(other ?? "", joan, NOW), removeInvoice(other ?? "", joan, NOW)]).toEqual([true, false]);
    expect(invoiceData(one ?? "")?.lines).toHaveLength(2);
    expect(exportInvoice("nothing", joan, NOW)).toBeUndefined();
    expect(auditEventsOn("nothing")).toEqual([]);
    expect([invoiceData(other ?? ""), exportInvoice(other ?? "", joan, NOW)]).toEqual([undefined, undefined]);
  });

  it("lacks what went to the printer in its days, to the instant, and no invoice bills", () => {
    const [before, first, last, later, billed] = [
      FIRST.getTime() - 1,
      FIRST.getTime(),
      LAST.getTime(),
      LAST.getTime() + 1,
      FIRST.getTime(),
    ].map((ms) => shipmentRow(boughtYear("Ada").loopId, { state: "printing", printingAt: new Date(ms) }).id);
    const id = idOf(invoice([billed ?? ""]));
    const missing = () => invoiceData(id)?.missing.map((one) => one.id);
    expect(missing()).toEqual([first, last]);
    expect(invoiceData(id)?.lines).toMatchObject([{ verdict: "uncosted" }]);
    invoice([first ?? "", before ?? "", later ?? ""]);
    expect(missing()).toEqual([last]);
  });
});
