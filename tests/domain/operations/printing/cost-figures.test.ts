import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { printCosts } from "#db/schema";
import { monthCosts, reprintMonths, typeCost } from "~/domain/operations/printing/cost-figures.server";
import { exportPickList, pickList } from "~/domain/operations/printing/pick-list.server";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW } from "../../../support/people";
import { boughtYear, print, shipmentRow } from "./rows";

/** The first and the last instant of July in London, and those beside them. */
const [FIRST, LAST] = [new Date("2026-06-30T23:00:00.000Z"), new Date("2026-07-31T22:59:59.999Z")];
const EDGES = [new Date(FIRST.getTime() - 1), FIRST, LAST, new Date(LAST.getTime() + 1)] as const;
const printed = (printingAt: Date, copies: number, state: "printing" | "waiting" = "printing") =>
  shipmentRow(boughtYear("Ada").loopId, { state, printingAt, prints: [print(copies)] });

it("the costs of a month and the lists of its days are of what went to the printer in it, to the instant", () => {
  const rows = EDGES.map((at, index) => printed(at, 10 ** index));
  db.insert(printCosts)
    .values({ shipmentId: rows[1]?.id ?? "", quotedPence: 105, updatedAt: NOW })
    .run();
  expect(monthCosts("2026-07")).toEqual({
    ...{ shipments: 2, books: 110, totalPence: 105, perBookPence: 11, uncosted: 1 },
  });
  printed(FIRST, 7, "waiting");
  expect(pickList("2026-07-01").map(({ copies }) => copies)).toEqual([10]);
  expect(pickList("2026-07-31").map(({ copies }) => copies)).toEqual([100]);
  exportPickList("2026-07-31", "joan", NOW);
  expect(auditEventsOn("2026-07-31")).toMatchObject([{ action: "printing.export", staffId: "joan" }]);
});

it("a typed cost is its shipment’s alone, and of one that is there", () => {
  const [one, other] = [printed(NOW, 1), printed(NOW, 1)];
  expect([typeCost(one.id, 5, "joan", NOW), typeCost("nothing", 5, "joan", NOW)]).toEqual([true, false]);
  typeCost(other.id, 7, "joan", NOW);
  expect(monthCosts("2026-11").totalPence).toBe(12);
});

it("books printed again are counted from the first instant of the month a year ago, and first prints never", () => {
  const first = new Date("2025-12-01T00:00:00.000Z");
  const { loopId } = boughtYear("Ada");
  shipmentRow(loopId, { createdAt: NOW });
  for (const createdAt of [new Date(first.getTime() - 1), first, NOW])
    shipmentRow(loopId, {
      createdAt,
      reprintOf: `of ${createdAt.getTime()}`,
      state: "delivered",
      reprintCause: "lost",
    });
  expect(reprintMonths(NOW).map(({ month, total, causes }) => [month, total, causes.lost, causes.unsaid])).toEqual([
    ["2026-11", 1, 1, 0],
    ["2025-12", 1, 1, 0],
  ]);
});
