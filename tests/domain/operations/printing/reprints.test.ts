import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { db } from "#db/client.server";
import { accounts, printCosts, reprintRequests, shipments } from "#db/schema";
import { changeShopSettings } from "~/domain/backoffice/settings/shop-settings.server";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import {
  approveReprint,
  declineReprint,
  reprintRequestData,
  reprintWaitingFor,
} from "~/domain/operations/printing/reprint-requests.server";
import { quoteReprint, reprintShipment } from "~/domain/operations/printing/reprints.server";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { approvalExcess } from "~/domain/shop/discounts/approval-limits.server";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";
import { bookWithFiles } from "./book-in-line";

const PLACE = { firstName: "Ada", lastName: "Marsh", line1: "9 Quay Street", line2: "", city: "Whitby" };
const WHY = { cause: "lost", payer: "carrier", reason: "The carrier lost it" } as const;
const INPUT = { ...PLACE, county: "", postcode: "YO21 3PU", ...WHY };

let [bea, joan] = ["", ""];
beforeAll(async () => {
  bea = (await colleague("support")).id;
  joan = (await colleague("super_admin")).id;
});

/** A book that its owner has had; without a cost of its own it counts at £69.99. */
function delivered(costs: { chargedPence?: number; quotedPence?: number; typedPence?: number } = {}) {
  const book = bookWithFiles();
  arrive(book.shipmentId);
  db.insert(printCosts)
    .values({ shipmentId: book.shipmentId, updatedAt: NOW, ...costs })
    .run();
  return book;
}

const arrive = (shipmentId: string) =>
  db.update(shipments).set({ state: "delivered" }).where(eq(shipments.id, shipmentId)).run();

function queued(result: ReturnType<typeof reprintShipment>): string {
  if (!("shipmentId" in result)) throw new Error("It isn’t in the print queue.");
  return result.shipmentId;
}

function asked(result: ReturnType<typeof reprintShipment>): string {
  if (!("requestId" in result)) throw new Error("It doesn’t wait for anybody.");
  return result.requestId;
}

const again = (shipmentId: string, staffId = bea, now = NOW) => reprintShipment(shipmentId, INPUT, staffId, now);
const reprintsOf = (loopId: string) =>
  db
    .select()
    .from(shipments)
    .where(eq(shipments.loopId, loopId))
    .all()
    .filter(({ reprintOf }) => reprintOf !== null);
const stateOf = (id: string) => db.select().from(reprintRequests).where(eq(reprintRequests.id, id)).get()?.state;

/** A book of which one reprint has arrived. */
function printedTwice() {
  const book = delivered();
  const first = queued(again(book.shipmentId));
  arrive(first);
  return { ...book, first };
}

it("a reprint counts at the highest price of thirty days, so that a lower price for an hour gives nobody more", () => {
  const book = delivered();
  const prices = readPrices();
  const change = (pence: number) =>
    changeShopSettings(
      "prices",
      { ...prices, bookCopyStandardPence: pence, bookCopyLuxuryPence: pence },
      { staffId: joan, reason: "A sale" },
      NOW,
    );
  onTestFinished(() => {
    change(prices.bookCopyStandardPence);
  });
  change(100);
  expect(quoteReprint(book.shipmentId, joan, NOW)).toMatchObject({ costPence: 6999 });
  expect(quoteReprint(book.shipmentId, joan, later(31 * 86_400))).toMatchObject({ costPence: 100 });
});

describe("the first reprint of a book", () => {
  it("enters the print queue on one person’s word, and says who had it made and what it costs", () => {
    const book = delivered();
    expect(quoteReprint(book.shipmentId, bea, NOW)).toEqual({
      printing: 2,
      costPence: 6999,
      isForTwo: null,
    });
    queued(again(book.shipmentId));
    expect(reprintsOf(book.loopId)).toMatchObject([
      {
        state: "waiting",
        reprintStaffId: bea,
        reprintCostPence: 6999,
        reprintCause: "lost",
        reprintPayer: "carrier",
      },
    ]);
  });
});

describe("the second reprint of a book", () => {
  it("waits for a second person, and until then nothing enters the print queue", () => {
    const { shipmentId, loopId, first } = printedTwice();
    expect(quoteReprint(shipmentId, joan, NOW)).toMatchObject({ printing: 3, isForTwo: "printing" });
    const requestId = asked(again(shipmentId));
    expect(reprintsOf(loopId).map(({ id }) => id)).toEqual([first]);
    expect(reprintWaitingFor(shipmentId)?.request).toMatchObject({ id: requestId, printing: 3, ...WHY });
    expect(approveReprint(requestId, bea, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(declineReprint(requestId, "No", bea, NOW)).toEqual({ ok: false, reason: "own_request" });
    const approved = approveReprint(requestId, joan, NOW);
    if (!approved.ok) throw new Error(approved.reason);
    expect(reprintsOf(loopId)).toMatchObject([
      { id: first },
      {
        id: approved.shipmentId,
        reprintOf: shipmentId,
        reprintStaffId: bea,
        reprintReason: INPUT.reason,
        reprintPayer: "carrier",
      },
    ]);
    expect(reprintRequestData(requestId)).toMatchObject({
      request: { state: "approved", reprintId: approved.shipmentId },
      address: { name: "Ada Marsh", lines: ["9 Quay Street"], city: "Whitby", postcode: "YO21 3PU" },
    });
    expect(approveReprint(requestId, joan, NOW)).toEqual({ ok: false, reason: "not_waiting" });
    expect(auditEventsOn(shipmentId).map(({ action, staffId }) => [action, staffId])).toEqual([
      ["printing.reprint", bea],
      ["printing.ask_reprint", bea],
      ["printing.approve_reprint", joan],
    ]);
    expect(JSON.stringify(auditEventsOn(shipmentId))).not.toContain("Quay");
  });

  it("is one even where the reprint itself is printed again", () => {
    const { first } = printedTwice();
    expect(quoteReprint(first, bea, NOW)).toMatchObject({ printing: 3, isForTwo: "printing" });
    asked(again(first));
  });

  it("is asked for once, and not while one is in the queue", () => {
    const { shipmentId, first } = printedTwice();
    const requestId = asked(again(first));
    expect(again(shipmentId)).toEqual({ ok: false, reason: "asked" });
    expect(again(first, joan)).toEqual({ ok: false, reason: "asked" });
    expect(approveReprint(requestId, joan, NOW).ok).toBe(true);
    expect(again(shipmentId)).toEqual({ ok: false, reason: "already" });
  });

  it("can be declined for a reason, and asked for again", () => {
    const { shipmentId, loopId } = printedTwice();
    const requestId = asked(again(shipmentId));
    expect(declineReprint(requestId, "Refund it instead", joan, NOW)).toEqual({ ok: true });
    expect([stateOf(requestId), reprintsOf(loopId).length]).toEqual(["declined", 1]);
    expect(stateOf(asked(again(shipmentId)))).toBe("waiting");
    expect(declineReprint("nothing", "No", joan, NOW)).toEqual({ ok: false, reason: "not_found" });
  });

  it("goes on waiting where the book can no longer be printed", () => {
    const { shipmentId } = printedTwice();
    const requestId = asked(again(shipmentId));
    db.update(shipments).set({ state: "printing" }).where(eq(shipments.id, shipmentId)).run();
    expect(approveReprint(requestId, joan, NOW)).toEqual({ ok: false, reason: "not_now" });
    expect(stateOf(requestId)).toBe("waiting");
  });
});

describe("what a reprint costs", () => {
  it.each([
    ["what the printer charged", { chargedPence: 2150, quotedPence: 1980 }, 2150],
    ["else what it quoted", { quotedPence: 1980 }, 1980],
    ["and not what a person typed", { typedPence: 1 }, 6999],
  ])("is %s", (_, costs, costPence) => {
    expect(quoteReprint(delivered(costs).shipmentId, bea, NOW)).toMatchObject({ costPence });
  });

  it("counts with everything else that its giver gives away in 24 hours, and what two decided does not", async () => {
    const { id } = await colleague("production");
    const given = () => approvalExcess(db, { staffId: id, recipientEmail: null, costPence: 30_002 }, NOW) === "day";
    queued(again(delivered({ chargedPence: 24_999 }).shipmentId, id));
    queued(again(delivered({ chargedPence: 24_999 }).shipmentId, id));
    expect(given()).toBe(false);
    const { shipmentId } = delivered({ chargedPence: 20_001 });
    queued(again(shipmentId, id));
    expect(given()).toBe(true);
    const large = delivered({ chargedPence: 30_002 });
    expect(quoteReprint(large.shipmentId, id, NOW)?.isForTwo).toBe("day");
    const requestId = asked(again(large.shipmentId, id));
    expect(approveReprint(requestId, joan, NOW).ok).toBe(true);
    const rest = { staffId: id, recipientEmail: null, costPence: 30_001 };
    expect(approvalExcess(db, rest, NOW)).toBe(null);
    expect(approvalExcess(db, { ...rest, costPence: 100_000 }, later(86_400))).toBe(null);
  });

  it("counts towards what the customer has been given, whichever colleague ordered it", () => {
    const { owner, shipmentId } = delivered({ chargedPence: 20_000 });
    queued(again(shipmentId, joan));
    const email = db.select().from(accounts).where(eq(accounts.id, owner.id)).get()?.email ?? "";
    const gift = { staffId: bea, recipientEmail: email, costPence: 5001 };
    expect(approvalExcess(db, gift, NOW)).toBe("recipient");
    expect(approvalExcess(db, { ...gift, costPence: 5000 }, NOW)).toBe(null);
  });

  it.each(["moderator", "marketing", "analyst"] satisfies StaffRole[])(
    "is more than a %s gives alone, or as much as their limit allows",
    async (role) => {
      const { id } = await colleague(role);
      const { isForTwo } = quoteReprint(delivered().shipmentId, id, NOW) ?? {};
      expect(isForTwo).toBe(role === "marketing" ? null : "day");
    },
  );
});
