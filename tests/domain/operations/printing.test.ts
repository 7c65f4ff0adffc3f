import { and, eq, ne } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import {
  addresses,
  alarms,
  auditEvents,
  emails,
  entries,
  ledger,
  loops,
  orderLines,
  orders,
  shipments,
} from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { SHIPMENT_LIST, shipmentData } from "~/domain/operations/printing/print-queue.server";
import { reprintShipment } from "~/domain/operations/printing/reprints.server";
import {
  askForFiles,
  correctShipmentAddress,
  correctTrackingNumber,
} from "~/domain/operations/printing/shipment-actions.server";
import { makeShipmentFiles, openPrintFile } from "~/domain/operations/printing/shipment-files.server";
import {
  noteShipmentDelivered,
  noteShipmentShipped,
  sendToPrinter,
} from "~/domain/operations/printing/shipment-steps.server";
import { notifyNow, undoShipmentStep } from "~/domain/operations/printing/shipment-undo.server";
import { signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { booksInPrint } from "~/domain/privacy/erasure/deletion-blockers.server";
import { auditEventsOn } from "../../support/audit-events";
import { later, loopOf, NOW, person } from "../../support/people";
import { colleague } from "../people/staff/colleagues";

const PLACE = { line1: "14 Weavers Row", line2: "", city: "Hebden Bridge", county: "", postcode: "HX7 8AA" };
const HOME = { firstName: "Ada", lastName: "Marsh", ...PLACE };
const NEW_HOME = { ...HOME, line1: "9 Quay Street", city: "Whitby", postcode: "YO21 3PU" };

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("production")).id;
});

/** Somebody whose year of one written week is over and was sent to print. */
function signedOff() {
  const owner = person("Ada");
  const { id: loopId } = loopOf(owner.id, {
    title: "Biscuit’s Year",
    theme: "pet",
    type: "puppys-first-year",
    startDay: "2025-11-20",
  });
  db.insert(entries)
    .values({
      loopId,
      week: 1,
      prompt: "What did it chew?",
      content: "The good slippers.",
      highlight: "It slept.",
      moderation: "APPROVED",
      createdAt: NOW,
      updatedAt: NOW,
    })
    .run();
  const kept = { accountId: owner.id, firstName: "Ada", lastName: "Marsh", createdAt: NOW, updatedAt: NOW };
  db.insert(addresses)
    .values({ ...kept, ...PLACE })
    .run();
  const version = db.select().from(loops).where(eq(loops.id, loopId)).get()?.contentVersion ?? 0;
  expect(signOffLoop(owner.id, loopId, version, NOW).ok).toBe(true);
  const shipment = db.select().from(shipments).where(eq(shipments.loopId, loopId)).get();
  if (!shipment) throw new Error("There is no shipment in the print queue.");
  return { owner, loopId, shipmentId: shipment.id };
}

/** Copies of their year that somebody ordered: two standard, one luxury. */
function copiesOf(accountId: string, loopId: string) {
  const sums = { subtotalPence: 20997, taxPence: 1680, totalPence: 22677 };
  const order = db
    .insert(orders)
    .values({
      accountId,
      basketKey: `basket-${loopId}`,
      number: `LP-${loopId.slice(0, 8).toUpperCase()}`,
      kind: "book_copies",
      status: "PAID",
      pricing: "{}",
      email: "ada@example.com",
      ...sums,
      deliveryAddress: JSON.stringify({ firstName: "Jean", lastName: "Marsh", ...PLACE, country: "GB" }),
      firstName: "Ada",
      createdAt: NOW,
      paidAt: NOW,
      updatedAt: NOW,
    })
    .returning()
    .get();
  for (const [edition, quantity] of [
    ["standard", 2],
    ["luxury", 1],
  ] as const) {
    const line = { orderId: order.id, loopId, itemId: `${loopId}-${edition}`, name: "Copy", unitPence: 6999 };
    db.insert(orderLines)
      .values({ ...line, edition, quantity })
      .run();
  }
  const shipment = { orderId: order.id, loopId, createdAt: NOW, updatedAt: NOW };
  return { order, shipmentId: db.insert(shipments).values(shipment).returning().get().id };
}

const shipmentOf = (id: string) => db.select().from(shipments).where(eq(shipments.id, id)).get();
const statusOf = (id: string) => db.select().from(loops).where(eq(loops.id, id)).get()?.status;
/** The emails of the print queue; the one that confirms the sign-off comes before. */
const printerEmails = (accountId: string) =>
  db
    .select()
    .from(emails)
    .where(and(eq(emails.accountId, accountId), ne(emails.kind, "sent_to_print")))
    .all();
const emailsTo = (accountId: string) => printerEmails(accountId).map(({ kind }) => kind);
const actionsOn = (id: string) => auditEventsOn(id).map(({ action }) => action);
/** As if the job had run: files that nobody rendered. */
const filesMade = (id: string, contentVersion: number) =>
  db
    .update(shipments)
    .set({
      filesState: "ready",
      prints: [
        {
          binding: "standard",
          copies: 1,
          pages: 24,
          contentVersion,
          warnings: [],
          keys: { interior: "prints/a/a.pdf", cover: "prints/a/b.pdf", ticket: "prints/a/c.json" },
        },
      ],
    })
    .where(eq(shipments.id, id))
    .run();
const versionOf = (id: string) => db.select().from(loops).where(eq(loops.id, id)).get()?.contentVersion ?? 0;

describe("the book of a year", () => {
  it("goes from sign-off to its reader, with files, an email and an audit event at each step", async () => {
    const { owner, loopId, shipmentId } = signedOff();
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({
      ok: false,
      reason: "no_files",
    });
    expect(askForFiles(shipmentId, staffId, NOW)).toEqual({ ok: true });
    await makeShipmentFiles(shipmentId, NOW);
    const made = shipmentOf(shipmentId);
    expect(made).toMatchObject({
      filesState: "ready",
      prints: [{ binding: "standard", copies: 1, pages: 24 }],
    });
    const input = { shipmentId, binding: "standard", kind: "ticket" } as const;
    const opened = await openPrintFile(input, { staffId, reason: null }, NOW);
    if (!opened.ok) throw new Error("The file was refused.");
    expect(opened.fileName).toMatch(/^loop-[a-z0-9]{8}-printed-cover-ticket\.json$/);
    opened.file.body.destroy();
    const velvet = { ...input, binding: "velvet" };
    expect(await openPrintFile(velvet, { staffId, reason: null }, NOW)).toMatchObject({ ok: false });

    expect(noteShipmentShipped(shipmentId, { carrier: "Royal Mail", trackingNumber: "" }, staffId, NOW)).toEqual({
      ok: false,
      reason: "not_now",
    });
    const moveTo = (line1: string) =>
      db.update(addresses).set({ line1 }).where(eq(addresses.accountId, owner.id)).run();
    moveTo("2 New Street");
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({
      ok: false,
      reason: "stale_files",
    });
    moveTo(PLACE.line1);
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({ ok: true });
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({
      ok: false,
      reason: "not_now",
    });
    const by = { carrier: "Royal Mail", trackingNumber: "RM 12" };
    expect(noteShipmentShipped(shipmentId, by, staffId, later(60))).toEqual({ ok: true });
    expect(db.select().from(loops).where(eq(loops.id, loopId)).get()).toMatchObject({
      status: "SHIPPED",
      ...by,
    });
    expect(
      reprintShipment(shipmentId, { ...HOME, cause: "other", payer: "us", reason: "Lost" }, staffId, later(70)).ok,
    ).toBe(true);
    expect(noteShipmentDelivered(shipmentId, staffId, later(120))).toEqual({ ok: true });
    expect(statusOf(loopId)).toBe("DELIVERED");
    expect(emailsTo(owner.id)).toEqual(["printing", "shipped", "delivered"]);
    expect(actionsOn(shipmentId)).toEqual(
      ["make_files", "download", "send", "ship", "reprint", "deliver"].map((action) => `printing.${action}`),
    );
  });

  it("is not printed from files of other pages, with a flagged week, or in doubt of its money", () => {
    const { owner, loopId, shipmentId } = signedOff();
    filesMade(shipmentId, versionOf(loopId) - 1);
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({
      ok: false,
      reason: "stale_files",
    });
    filesMade(shipmentId, versionOf(loopId));
    const flag = (moderation: "FLAGGED" | "APPROVED") =>
      db.update(entries).set({ moderation }).where(eq(entries.loopId, loopId)).run();
    flag("FLAGGED");
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({
      ok: false,
      reason: "flagged",
    });
    flag("APPROVED");
    db.delete(addresses).where(eq(addresses.accountId, owner.id)).run();
    expect(askForFiles(shipmentId, staffId, NOW)).toEqual({ ok: false, reason: "no_address" });
    expect(askForFiles("nothing", staffId, NOW)).toEqual({ ok: false, reason: "not_found" });
  });

  it("that cannot be set says why, and can be tried again", async () => {
    const { loopId, shipmentId } = signedOff();
    askForFiles(shipmentId, staffId, NOW);
    db.delete(addresses).run();
    await makeShipmentFiles(shipmentId, NOW);
    expect(shipmentData(shipmentId)).toMatchObject({
      filesFailure: "There’s no delivery address.",
      line: { filesState: "failed" },
    });
    expect(statusOf(loopId)).toBe("COMPLETED");
  });
});

describe("copies", () => {
  it("wait for their year, then travel by themselves, each binding with files of its own", async () => {
    const { owner, loopId } = signedOff();
    const { order, shipmentId } = copiesOf(owner.id, loopId);
    db.update(loops).set({ status: "ACTIVE" }).where(eq(loops.id, loopId)).run();
    expect(askForFiles(shipmentId, staffId, NOW)).toEqual({ ok: false, reason: "unwritten" });
    db.update(loops).set({ status: "DELIVERED" }).where(eq(loops.id, loopId)).run();
    expect(askForFiles(shipmentId, staffId, NOW).ok).toBe(true);
    await makeShipmentFiles(shipmentId, NOW);
    const prints = shipmentOf(shipmentId)?.prints ?? [];
    expect(prints.map(({ binding, copies }) => [binding, copies])).toEqual([
      ["standard", 2],
      ["luxury", 1],
    ]);
    const ticket = await storage.read(prints[1]?.keys.ticket ?? "");
    const words = Buffer.concat(await (ticket?.body.toArray() ?? [])).toString("utf8");
    expect(JSON.parse(words)).toMatchObject({ reference: order.number, deliverTo: { name: "Jean Marsh" } });
    // A dispute holds the shipment, and so does the bank's warning of one.
    const taken = { orderId: order.id, kind: "dispute" as const, amountPence: -100, at: NOW };
    db.insert(ledger)
      .values({ ...taken, providerReference: order.id })
      .run();
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({
      ok: false,
      reason: "in_doubt",
    });
    db.delete(ledger).where(eq(ledger.orderId, order.id)).run();
    const about = { objectType: "order", objectId: order.id, message: "-", dedupeKey: order.id };
    db.insert(alarms)
      .values({ kind: "fraud_warning", ...about, raisedAt: NOW, lastSeenAt: NOW })
      .run();
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({
      ok: false,
      reason: "in_doubt",
    });
    expect(SHIPMENT_LIST.read({ q: order.number }, { now: NOW, role: "production" }).rows[0]?.isInDoubt).toBe(true);
    db.delete(alarms).where(eq(alarms.objectId, order.id)).run();
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW).ok).toBe(true);
    expect(noteShipmentShipped(shipmentId, { carrier: "DPD", trackingNumber: "1" }, staffId, NOW).ok).toBe(true);
    expect(noteShipmentDelivered(shipmentId, staffId, NOW).ok).toBe(true);
    expect([statusOf(loopId), emailsTo(owner.id)]).toEqual(["DELIVERED", ["printing", "shipped", "delivered"]]);
    expect(printerEmails(owner.id)[0]?.textBody).toContain(
      "Your 3 copies of “Biscuit’s Year” have gone to the printer.",
    );
  });
});

describe("a second printing", () => {
  it("is one at a time, leaves the year as it is, and keeps the account until it has arrived", () => {
    const { owner, loopId, shipmentId } = signedOff();
    expect(reprintShipment(shipmentId, { ...HOME, cause: "other", payer: "us", reason: "Torn" }, staffId, NOW)).toEqual(
      {
        ok: false,
        reason: "not_now",
      },
    );
    filesMade(shipmentId, versionOf(loopId));
    sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW);
    noteShipmentShipped(shipmentId, { carrier: "DPD", trackingNumber: "1" }, staffId, NOW);
    noteShipmentDelivered(shipmentId, staffId, NOW);
    expect(booksInPrint(owner.id)).toEqual([]);
    const again = reprintShipment(shipmentId, { ...HOME, cause: "other", payer: "us", reason: "Torn" }, staffId, NOW);
    if (!("shipmentId" in again)) throw new Error("It isn’t in the queue.");
    expect(reprintShipment(shipmentId, { ...HOME, cause: "other", payer: "us", reason: "Torn" }, staffId, NOW)).toEqual(
      {
        ok: false,
        reason: "already",
      },
    );
    expect(booksInPrint(owner.id)).toEqual(["Biscuit’s Year"]);
    filesMade(again.shipmentId, versionOf(loopId));
    expect(sendToPrinter(again.shipmentId, { staffId, whyUnreviewed: null }, NOW).ok).toBe(true);
    expect(statusOf(loopId)).toBe("DELIVERED");
    expect(emailsTo(owner.id)).toEqual(["printing", "shipped", "delivered", "printing"]);
  });
});

describe("where a shipment goes", () => {
  const correct = (shipmentId: string, seen = "waiting") =>
    correctShipmentAddress(shipmentId, { ...NEW_HOME, reason: "She moved" }, { staffId, seen }, NOW);
  const ticketOf = async (shipmentId: string) => {
    const ticket = await storage.read(shipmentOf(shipmentId)?.prints[0]?.keys.ticket ?? "");
    return JSON.parse(Buffer.concat(await (ticket?.body.toArray() ?? [])).toString("utf8")).deliverTo;
  };

  it("is on the ticket of a second printing, and corrected it wants another ticket", async () => {
    const { loopId, shipmentId } = signedOff();
    filesMade(shipmentId, versionOf(loopId));
    sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW);
    noteShipmentShipped(shipmentId, { carrier: "DPD", trackingNumber: "1" }, staffId, NOW);
    const again = reprintShipment(
      shipmentId,
      { ...NEW_HOME, cause: "other", payer: "us", reason: "Came back" },
      staffId,
      NOW,
    );
    if (!("shipmentId" in again)) throw new Error("It isn’t in the queue.");
    askForFiles(again.shipmentId, staffId, NOW);
    await makeShipmentFiles(again.shipmentId, NOW);
    expect(await ticketOf(again.shipmentId)).toMatchObject({ lines: ["9 Quay Street"], city: "Whitby" });
    const home = { ...HOME, reason: "She moved back" };
    expect(correctShipmentAddress(again.shipmentId, home, { staffId, seen: "waiting" }, NOW)).toEqual({
      ok: true,
    });
    expect(sendToPrinter(again.shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({
      ok: false,
      reason: "stale_files",
    });
    askForFiles(again.shipmentId, staffId, NOW);
    await makeShipmentFiles(again.shipmentId, NOW);
    expect(await ticketOf(again.shipmentId)).toMatchObject({ lines: ["14 Weavers Row"] });
    expect(sendToPrinter(again.shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({ ok: true });
  });

  it("holds back files from before tickets were marked, and keeps what the printer was told", () => {
    const { owner, loopId, shipmentId } = signedOff();
    filesMade(shipmentId, versionOf(loopId));
    expect(correct(shipmentId)).toEqual({ ok: true });
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({
      ok: false,
      reason: "stale_files",
    });

    const other = signedOff();
    filesMade(other.shipmentId, versionOf(other.loopId));
    sendToPrinter(other.shipmentId, { staffId, whyUnreviewed: null }, NOW);
    db.update(addresses).set({ line1: "1 Elsewhere" }).where(eq(addresses.accountId, other.owner.id)).run();
    expect(shipmentData(other.shipmentId)).toMatchObject({
      ticketMatchesAddress: true,
      address: { lines: [PLACE.line1] },
    });
    expect(correct(other.shipmentId)).toEqual({ ok: false, reason: "moved", state: "printing" });
    expect(correct(other.shipmentId, "printing")).toEqual({ ok: true });
    expect(shipmentData(other.shipmentId)).toMatchObject({ ticketMatchesAddress: false });
    noteShipmentShipped(other.shipmentId, { carrier: "DPD", trackingNumber: "1" }, staffId, NOW);
    expect(correct(other.shipmentId, "shipped")).toEqual({ ok: false, reason: "not_now" });
    expect(correct("nothing")).toEqual({ ok: false, reason: "not_found" });
    const told = db.select().from(auditEvents).where(eq(auditEvents.action, "orders.correct_address")).all();
    expect(JSON.stringify(told)).not.toMatch(/Quay|Weavers|YO21|HX7/);
    expect(emailsTo(owner.id)).toEqual([]);
  });

  it("is no island that is not served, though somebody once saved such an address", () => {
    const { owner, shipmentId } = signedOff();
    const island = { postcode: "JE2 3AB", isDefault: true };
    db.update(addresses).set(island).where(eq(addresses.accountId, owner.id)).run();
    expect(askForFiles(shipmentId, staffId, NOW)).toEqual({ ok: false, reason: "no_address" });
    expect(correct(shipmentId)).toEqual({ ok: true });
    expect(askForFiles(shipmentId, staffId, NOW)).toEqual({ ok: true });
  });
});

describe("a slip at the print desk", () => {
  const emailKinds = (accountId: string, now: Date) =>
    printerEmails(accountId)
      .filter(({ nextTryAt }) => nextTryAt <= now)
      .map(({ kind }) => kind);
  const by = (seen: string) => ({ staffId, seen });
  const sentToPrinter = () => {
    const made = signedOff();
    filesMade(made.shipmentId, versionOf(made.loopId));
    expect(sendToPrinter(made.shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({ ok: true });
    return made;
  };
  const CARRIED = { carrier: "Royal Mail", trackingNumber: "RM204877315GB" };
  const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

  it("can be undone for ten minutes, and nobody outside hears of it", () => {
    const { owner, loopId, shipmentId } = sentToPrinter();
    expect(emailKinds(owner.id, inMinutes(9))).toEqual([]);
    expect(undoShipmentStep(shipmentId, by("printing"), inMinutes(9))).toEqual({ ok: true });
    expect(shipmentOf(shipmentId)).toMatchObject({
      state: "waiting",
      printingAt: null,
      deliveryAddress: null,
    });
    expect(statusOf(loopId)).toBe("COMPLETED");
    expect(emailsTo(owner.id)).toEqual([]);
    expect(actionsOn(shipmentId)).toContain("printing.undo");
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, inMinutes(9))).toEqual({ ok: true });
    expect(emailKinds(owner.id, inMinutes(19))).toEqual(["printing"]);
  });

  it("cannot be undone once its email may have left, by then or because somebody sent it", () => {
    const { owner, shipmentId } = sentToPrinter();
    expect(undoShipmentStep(shipmentId, by("printing"), inMinutes(10))).toEqual({
      ok: false,
      reason: "too_late",
    });
    expect(undoShipmentStep(shipmentId, by("waiting"), NOW)).toEqual({ ok: false, reason: "not_now" });
    expect(notifyNow(shipmentId, by("printing"), inMinutes(1))).toEqual({ ok: true });
    expect(emailKinds(owner.id, inMinutes(1))).toEqual(["printing"]);
    expect(undoShipmentStep(shipmentId, by("printing"), inMinutes(2))).toEqual({
      ok: false,
      reason: "too_late",
    });
  });

  it("leaves what came before: the shipment is at the printer again, its year too, without the number", () => {
    const { owner, loopId, shipmentId } = sentToPrinter();
    const shippedAt = inMinutes(60);
    expect(noteShipmentShipped(shipmentId, CARRIED, staffId, shippedAt)).toEqual({ ok: true });
    expect(undoShipmentStep(shipmentId, by("shipped"), inMinutes(61))).toEqual({ ok: true });
    const empty = { carrier: null, trackingNumber: null, shippedAt: null };
    expect(shipmentOf(shipmentId)).toMatchObject({ state: "printing", ...empty });
    expect(db.select().from(loops).where(eq(loops.id, loopId)).get()).toMatchObject({
      status: "PRINTING",
      ...empty,
    });
    expect(emailsTo(owner.id)).toEqual(["printing"]);
  });

  it("stays where the shipment is being printed again because it left", () => {
    const { shipmentId } = sentToPrinter();
    noteShipmentShipped(shipmentId, CARRIED, staffId, NOW);
    expect(
      reprintShipment(
        shipmentId,
        { ...HOME, cause: "other", payer: "us", reason: "The wrong box" },
        staffId,
        inMinutes(1),
      ).ok,
    ).toBe(true);
    expect(undoShipmentStep(shipmentId, by("shipped"), inMinutes(2))).toEqual({
      ok: false,
      reason: "reprinted",
    });
    expect(shipmentOf(shipmentId)?.state).toBe("shipped");
  });

  it("in a number is corrected once the shipment’s email has left, and its reader gets the right one", () => {
    const { owner, loopId, shipmentId } = sentToPrinter();
    noteShipmentShipped(shipmentId, CARRIED, staffId, NOW);
    const right = { carrier: "Evri", trackingNumber: "H01HAA0012345678" };
    expect(correctTrackingNumber(shipmentId, right, staffId, inMinutes(5))).toEqual({
      ok: false,
      reason: "not_now",
    });
    const unchanged = correctTrackingNumber(shipmentId, CARRIED, staffId, inMinutes(15));
    expect(unchanged).toEqual({ ok: false, reason: "unchanged" });
    expect(correctTrackingNumber(shipmentId, right, staffId, inMinutes(15))).toEqual({ ok: true });
    expect(shipmentOf(shipmentId)).toMatchObject(right);
    expect(db.select().from(loops).where(eq(loops.id, loopId)).get()).toMatchObject(right);
    const [newest] = db.select().from(emails).where(eq(emails.accountId, owner.id)).all().slice(-1);
    expect(newest?.subject).toBe("A new tracking number for your Loop book");
    expect(newest?.nextTryAt).toEqual(inMinutes(15));
    expect(newest?.textBody).toContain("Tracking number: H01HAA0012345678");
  });
});
