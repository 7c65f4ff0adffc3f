import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, alarms, loopCredits, loops, orderLines, orders, refunds, shipments } from "#db/schema";
import { addDays } from "~/domain/kernel/time/days";
import { reportLateShipments } from "~/domain/operations/printing/late-shipments.server";
import {
  noteShipmentDelivered,
  noteShipmentShipped,
  sendToPrinter,
} from "~/domain/operations/printing/shipment-steps.server";
import { loopOf, NOW, person } from "../../../support/people";
import { emailsTo } from "../../people/accounts/mailbox";
import { bookWithFiles } from "./book-in-line";

/** The day that was promised for a book: the one its owner chose. */
const PROMISED = "2027-12-03";
const afterDays = (days: number) => new Date(`${addDays(PROMISED, days)}T15:00:00Z`);

const lateTo = (email: string) => emailsTo(email).filter(({ kind }) => kind === "shipment_late");

function shipped(book: ReturnType<typeof bookWithFiles>) {
  expect(sendToPrinter(book.shipmentId, { staffId: "joan", whyUnreviewed: null }, NOW).ok).toBe(true);
  const by = { carrier: "Royal Mail", trackingNumber: "RM123456785GB" };
  expect(noteShipmentShipped(book.shipmentId, by, "joan", new Date("2027-11-26T10:00:00Z")).ok).toBe(true);
  return book;
}

/** An order of two copies of a book, which its owner has paid for. */
function copiesOf(loopId: string, owner: ReturnType<typeof person>, expectedDay: string) {
  const order = db
    .insert(orders)
    .values({
      ...{ number: `LP-${owner.id.slice(0, 8)}`, accountId: owner.id, kind: "book_copies", status: "PAID" },
      ...{ basketKey: owner.id, subtotalPence: 13998, totalPence: 13998, pricing: "{}", paidAt: NOW },
      ...{ email: owner.email, firstName: owner.firstName, createdAt: NOW, updatedAt: NOW },
    })
    .returning()
    .get();
  db.insert(orderLines)
    .values({
      ...{ orderId: order.id, itemId: `${loopId}:standard`, name: "Copy", loopId, edition: "standard" },
      ...{ unitPence: 6999, quantity: 2 },
    })
    .run();
  db.insert(shipments).values({ orderId: order.id, loopId, expectedDay, createdAt: NOW, updatedAt: NOW }).run();
  return order;
}

describe("a shipment that has not arrived by its day", () => {
  it("is told to its reader on the day after, once", () => {
    const { owner } = bookWithFiles();
    reportLateShipments(afterDays(0));
    expect(lateTo(owner.email)).toEqual([]);
    for (const days of [1, 1, 2, 9]) reportLateShipments(afterDays(days));
    const [late, ...others] = lateTo(owner.email);
    expect(others).toEqual([]);
    expect(late).toMatchObject({ subject: "Your Loop book is late", nextTryAt: afterDays(1) });
    expect(late?.textBody).toContain(
      "“Biscuit’s Year” was due by 3 December 2027, and hasn’t been posted yet. We’re sorry.",
    );
    expect(late?.textBody).toContain("We don’t have a new day yet. We’ll email you when it’s posted.");
    expect(late?.textBody).toContain("including to cancel and be refunded");
  });

  it("and was posted is told with when, by whom and its number, in case it is there already", () => {
    const { owner } = shipped(bookWithFiles());
    reportLateShipments(afterDays(1));
    const words = lateTo(owner.email)[0]?.textBody ?? "";
    expect(words).toContain("we haven’t heard that it has arrived. We’re sorry. Already there?");
    expect(words).toContain("Posted on 26 November 2027 with Royal Mail.");
    expect(words).toContain("Tracking number: RM123456785GB");
    expect(words).toMatch(/Track your parcel: https:\S+RM123456785GB/);
  });

  it("and was delivered is told to nobody", () => {
    const { owner, shipmentId } = shipped(bookWithFiles());
    expect(noteShipmentDelivered(shipmentId, "joan", afterDays(0)).ok).toBe(true);
    reportLateShipments(afterDays(1));
    expect(lateTo(owner.email)).toEqual([]);
  });

  it("is no news a month later", () => {
    const [{ owner: late }, { owner: tooLate }] = [bookWithFiles(), bookWithFiles()];
    const promise = (accountId: string, expectedDay: string) => {
      const [loop] = db.select().from(loops).where(eq(loops.accountId, accountId)).all();
      db.update(shipments)
        .set({ expectedDay })
        .where(eq(shipments.loopId, loop?.id ?? ""))
        .run();
    };
    promise(late.id, addDays(PROMISED, -29));
    promise(tooLate.id, addDays(PROMISED, -30));
    reportLateShipments(afterDays(1));
    expect([lateTo(late.email).length, lateTo(tooLate.email).length]).toEqual([1, 0]);
  });

  it.each([
    ["suspended", { status: "suspended" as const }],
    ["about to be deleted", { deletionDueAt: afterDays(5) }],
  ])("is told to nobody whose account is %s", (_, change) => {
    const { owner } = bookWithFiles();
    db.update(accounts).set(change).where(eq(accounts.id, owner.id)).run();
    reportLateShipments(afterDays(1));
    expect(lateTo(owner.email)).toEqual([]);
  });

  it("is told to nobody whose payment a bank or a warning has put in doubt, or was refunded", () => {
    const [doubtful, refunded] = [bookWithFiles(), bookWithFiles()];
    for (const { owner, loopId } of [doubtful, refunded]) {
      const order = copiesOf(loopId, owner, "2029-12-01");
      const credit = { accountId: owner.id, orderId: order.id, theme: "pet", type: "puppys-first-year" };
      db.insert(loopCredits)
        .values({ ...credit, loopId, createdAt: NOW, spentAt: NOW })
        .run();
      if (loopId === doubtful.loopId) {
        db.insert(alarms)
          .values({
            ...{ kind: "fraud_warning", objectType: "order", objectId: order.id, message: "-" },
            ...{ dedupeKey: `warning:${order.id}`, raisedAt: NOW, lastSeenAt: NOW },
          })
          .run();
      } else {
        const taken = [{ lineId: "line", quantity: 1 }];
        db.insert(refunds)
          .values({ orderId: order.id, amountPence: 1, taken, reason: "-", createdAt: NOW, updatedAt: NOW })
          .run();
      }
    }
    reportLateShipments(afterDays(1));
    expect([doubtful, refunded].flatMap(({ owner }) => lateTo(owner.email))).toEqual([]);
  });
});

describe("copies that come with the book of a year", () => {
  it("are not late while the year is written, nor before its book is", () => {
    const owner = person("Ada");
    const loop = loopOf(owner.id, { title: "Biscuit’s Year" });
    copiesOf(loop.id, owner, PROMISED);
    reportLateShipments(afterDays(1));
    expect(lateTo(owner.email)).toEqual([]);
    db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loop.id)).run();
    db.insert(shipments)
      .values({ loopId: loop.id, expectedDay: addDays(PROMISED, 40), createdAt: NOW, updatedAt: NOW })
      .run();
    reportLateShipments(afterDays(40));
    expect(lateTo(owner.email)).toEqual([]);
    reportLateShipments(afterDays(41));
    const late = lateTo(owner.email).map(({ textBody }) => textBody);
    expect(late).toHaveLength(2);
    expect(late.join("\n")).toContain("Your 2 copies of “Biscuit’s Year” were due by 12 January 2028");
  });

  it("are not late where no day was promised for them", () => {
    const { owner, loopId } = bookWithFiles();
    const order = copiesOf(loopId, owner, PROMISED);
    db.update(shipments).set({ expectedDay: null }).where(eq(shipments.orderId, order.id)).run();
    reportLateShipments(afterDays(1));
    expect(lateTo(owner.email).map(({ textBody }) => textBody.includes("copies"))).toEqual([false]);
  });

  it("are told to the address on the order where the account is gone, and to nobody once that is erased", () => {
    const [owner, erased] = [person("Ada"), person("Eve")];
    for (const one of [owner, erased]) {
      const { id: loopId } = loopOf(one.id, { status: "DELIVERED" });
      const order = copiesOf(loopId, one, PROMISED);
      db.update(orders).set({ accountId: null }).where(eq(orders.id, order.id)).run();
      db.update(shipments).set({ loopId: null }).where(eq(shipments.orderId, order.id)).run();
      if (one === erased) db.update(orders).set({ email: "" }).where(eq(orders.id, order.id)).run();
    }
    reportLateShipments(afterDays(1));
    expect([lateTo(owner.email).length, lateTo(erased.email).length]).toEqual([1, 0]);
  });
});
