import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { db } from "#db/client.server";
import { shipments } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { bookViewsOf } from "~/domain/operations/printing/entry-views.server";
import { openPrintFile, type PrintFileKind } from "~/domain/operations/printing/shipment-files.server";
import { TO_PRINT } from "~/domain/shop/order-rules/book-looks";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW, person } from "../../../support/people";
import { bookWithFiles } from "../../operations/printing/book-in-line";
import { colleague } from "../../people/staff/colleagues";

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("production")).id;
  for (const key of ["prints/a/a.pdf", "prints/a/b.pdf", "prints/a/c.json"])
    await storage.put(key, Buffer.from("a year"), "application/pdf");
});

async function take(shipmentId: string, kind: PrintFileKind, reason: string | null, now = NOW) {
  const opened = await openPrintFile({ shipmentId, binding: "standard", kind }, { staffId, reason }, now);
  if (opened.ok && opened.file.body instanceof Readable) opened.file.body.destroy();
  return opened.ok ? "taken" : opened.reason;
}

it("the file of a book is taken to print it, and its owner reads who took it; a ticket is no look", async () => {
  const { owner, shipmentId } = bookWithFiles();
  expect(await take(shipmentId, "ticket", null)).toBe("taken");
  expect(bookViewsOf(owner.id)).toEqual([]);
  expect(await take(shipmentId, "interior", null)).toBe("taken");
  expect(await take(shipmentId, "cover", null, later(60))).toBe("taken");
  const looks = bookViewsOf(owner.id);
  expect(looks).toMatchObject([
    { loopTitle: "Biscuit’s Year", reason: TO_PRINT, at: later(60) },
    { loopTitle: "Biscuit’s Year", reason: TO_PRINT, at: NOW },
  ]);
  expect(looks[0]?.staffName).not.toBe("");
  expect(bookViewsOf(person("Ines").id)).toEqual([]);
});

it("once a book has left, its file is taken only for a reason of its own, which its owner reads", async () => {
  const { owner, shipmentId } = bookWithFiles();
  db.update(shipments).set({ state: "shipped" }).where(eq(shipments.id, shipmentId)).run();
  expect(await take(shipmentId, "interior", null)).toBe("no_reason");
  expect([bookViewsOf(owner.id), auditEventsOn(shipmentId)]).toEqual([[], []]);
  const why = "She says that page 12 is missing";
  expect(await take(shipmentId, "interior", why)).toBe("taken");
  expect(bookViewsOf(owner.id)).toMatchObject([{ reason: why }]);
  expect(auditEventsOn(shipmentId)).toMatchObject([{ action: "printing.download", reason: why, staffId }]);
});
