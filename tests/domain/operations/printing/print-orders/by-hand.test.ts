import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { printOrders } from "#db/schema";
import { workPrintOrders } from "~/domain/operations/printing/print-order-sending.server";
import { orderFromPrinter } from "~/domain/operations/printing/print-orders.server";
import { NOW } from "../../../../support/people";
import { boughtYear, print, shipmentRow } from "../rows";

it("without a printer’s API nothing is ordered, and what was ordered before waits", async () => {
  const { id: shipmentId } = shipmentRow(boughtYear("Ada").loopId, { filesState: "ready", prints: [print()] });
  const by = { staffId: "joan", whyUnreviewed: null };
  expect(orderFromPrinter(shipmentId, by, NOW)).toEqual({ ok: false, reason: "by_hand" });
  db.insert(printOrders)
    .values({ shipmentId, idempotencyKey: "before", nextTryAt: NOW, createdAt: NOW, updatedAt: NOW })
    .run();
  await workPrintOrders(NOW);
  expect(db.select().from(printOrders).all()).toMatchObject([{ state: "waiting", tries: 0 }]);
});
