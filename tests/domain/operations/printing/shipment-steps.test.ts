import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, loopCredits, shipments } from "#db/schema";
import { ENTRY_LIST, priorityQueue } from "~/domain/backoffice/moderation/moderation-queue.server";
import { sendToPrinter } from "~/domain/operations/printing/shipment-steps.server";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";
import { bookWithFiles } from "./book-in-line";

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("production")).id;
});

const stateOf = (id: string) => db.select().from(shipments).where(eq(shipments.id, id)).get()?.state;
const mark = (loopId: string, moderation: "PENDING" | "FLAGGED" | "APPROVED") =>
  db.update(entries).set({ moderation }).where(eq(entries.loopId, loopId)).run();

it("a book with a week that nobody has checked goes to the printer only when somebody says why", () => {
  const { loopId, shipmentId } = bookWithFiles();
  mark(loopId, "PENDING");
  const send = (whyUnreviewed: string | null) => sendToPrinter(shipmentId, { staffId, whyUnreviewed }, NOW);
  expect(send(null)).toEqual({ ok: false, reason: "unreviewed" });
  expect([stateOf(shipmentId), auditEventsOn(shipmentId)]).toEqual(["waiting", []]);
  expect(send("Promised for Friday; Joan reads the copy")).toEqual({ ok: true });
  expect(auditEventsOn(shipmentId)).toMatchObject([
    { action: "printing.send", reason: "Promised for Friday; Joan reads the copy", staffId },
  ]);
});

it("a flagged week holds its book back whatever is said, and a checked one needs no reason", () => {
  const { loopId, shipmentId } = bookWithFiles();
  mark(loopId, "FLAGGED");
  const send = (whyUnreviewed: string | null) => sendToPrinter(shipmentId, { staffId, whyUnreviewed }, NOW);
  expect(send("It is urgent")).toEqual({ ok: false, reason: "flagged" });
  mark(loopId, "APPROVED");
  expect(send("It is urgent")).toEqual({ ok: true });
  expect(auditEventsOn(shipmentId)).toMatchObject([{ action: "printing.send", reason: null }]);
});

it("the weeks of a cancelled year leave the moderators’ queue at once", () => {
  const { owner, loopId } = bookWithFiles();
  mark(loopId, "PENDING");
  const id = db.select().from(entries).where(eq(entries.loopId, loopId)).get()?.id;
  const waits = () => [
    ENTRY_LIST.read({ q: owner.email, status: "PENDING" }, { now: NOW, role: "moderator" }).rows.some(
      (row) => row.id === id,
    ),
    priorityQueue().some((row) => row.id === id),
  ];
  expect(waits()).toEqual([true, true]);
  const bought = {
    accountId: owner.id,
    voucherId: `voucher-${loopId}`,
    theme: "pet",
    type: "puppys-first-year",
  };
  db.insert(loopCredits)
    .values({ ...bought, loopId, createdAt: NOW, spentAt: NOW, cancelledAt: NOW })
    .run();
  expect(waits()).toEqual([false, false]);
});
