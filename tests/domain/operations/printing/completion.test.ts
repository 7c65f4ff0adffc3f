import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, emails, entries, loops } from "#db/schema";
import { canMove, type LoopStatus, signOffProblem } from "~/domain/diary/loops/completion";
import { addDays } from "~/domain/kernel/time/days";
import {
  correctTracking,
  recordDelivered,
  recordShipped,
  startPrinting,
  takeBackStep,
} from "~/domain/operations/printing/completion.server";
import { signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { anAddress } from "../../../support/addresses";
import { loopOf, NOW, person } from "../../../support/people";
import { boughtYear } from "./rows";

const START = "2026-11-20";
const at = (count: number) => new Date(`${addDays(START, count)}T12:00:00Z`);
const write = (loopId: string, weeks: number) =>
  Array.from({ length: weeks }, (_, index) =>
    db
      .insert(entries)
      .values({ loopId, week: index + 1, prompt: "?", content: "-", createdAt: NOW, updatedAt: NOW })
      .run(),
  );
const rowOf = (loopId: string) => db.select().from(loops).where(eq(loops.id, loopId)).get();

describe("sending a year to print", () => {
  it.each([
    ["before week 52", 357, 51, "too_early"],
    ["in week 52", 358, 51, null],
    ["in week 52 with one week written", 358, 1, null],
    ["long after", 900, 1, null],
    ["with nothing written", 900, 0, "nothing_written"],
    ["early with all 52", 200, 52, null],
  ])("%s", (_, count, written, problem) => {
    const loop = { status: "ACTIVE" as const, startDay: START, pauses: [] };
    expect(signOffProblem(loop, written, addDays(START, count))).toBe(problem);
  });

  it("a pause puts week 52 off", () => {
    const loop = {
      status: "ACTIVE" as const,
      startDay: START,
      pauses: [{ fromDay: addDays(START, 9), weeks: 2 }],
    };
    expect(signOffProblem(loop, 5, addDays(START, 358 + 13))).toBe("too_early");
    expect(signOffProblem(loop, 5, addDays(START, 358 + 14))).toBeNull();
  });

  it("is done by its owner, once", () => {
    const [owner, stranger] = [person("Rosie"), person("Winifred")];
    const other = loopOf(owner.id);
    const loop = loopOf(owner.id);
    write(loop.id, 3);
    expect(signOffLoop(owner.id, loop.id, 1, at(300))).toEqual({ ok: false, reason: "too_early" });
    expect(signOffLoop(owner.id, loop.id, 0, at(360))).toEqual({ ok: false, reason: "changed_since" });
    expect(signOffLoop(stranger.id, loop.id, 1, at(360))).toEqual({ ok: false, reason: "not_found" });
    expect(rowOf(loop.id)?.status).toBe("ACTIVE");
    expect(signOffLoop(owner.id, loop.id, 1, at(360)).ok).toBe(true);
    expect(rowOf(loop.id)).toMatchObject({ status: "COMPLETED", completedAt: at(360), contentVersion: 1 });
    expect(signOffLoop(owner.id, loop.id, 1, at(361))).toEqual({ ok: false, reason: "read_only" });
    expect(rowOf(other.id)).toEqual(other);
    expect(rowOf(loop.id)?.completedAt).toEqual(at(360));
  });

  it("is confirmed to its owner at once, in one email, with what was sent, where and when", () => {
    const owner = person("Rosie");
    const loop = loopOf(owner.id, { title: "Two <feet> at 4am" });
    write(loop.id, 3);
    const names = { firstName: "Rosie", lastName: "Lister" };
    const place = anAddress({ ...names, line1: "14 Weavers Row", city: "Hebden Bridge", postcode: "HX7 8AA" });
    const sent = { pages: 118, pagesSha256: "shown", place, isChosen: false, isOrdered: false };
    expect(signOffLoop(owner.id, loop.id, 0, at(360), null, sent).ok).toBe(false);
    expect(signOffLoop(owner.id, loop.id, 1, at(360), null, sent).ok).toBe(true);
    expect(signOffLoop(owner.id, loop.id, 2, at(361), null, sent).ok).toBe(false);
    const [email, ...others] = db.select().from(emails).where(eq(emails.accountId, owner.id)).all();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ kind: "sent_to_print", nextTryAt: at(360), isTransactional: true });
    expect(email?.textBody).toContain("You’ve sent “Two <feet> at 4am” to print.");
    expect(email?.textBody).toContain("Book: Luxury hardback, printed cover, 118 pages");
    expect(email?.textBody).toContain("Going to: Rosie Lister, 14 Weavers Row, Hebden Bridge, HX7 8AA");
    expect(email?.textBody).toContain("Arrives: By 3 December 2027");
    expect(email?.textBody).toContain("Reply to this email: we can change it until your book is at the printer.");
    expect(email?.htmlBody).not.toContain("<feet>");
  });

  it("is not asked about an address that its email does not show", () => {
    const owner = person("Ruby");
    const loop = loopOf(owner.id);
    write(loop.id, 3);
    expect(signOffLoop(owner.id, loop.id, 1, at(360)).ok).toBe(true);
    const email = db.select().from(emails).where(eq(emails.accountId, owner.id)).get();
    expect(email?.textBody).toContain("Book: Luxury hardback, printed cover");
    expect(email?.textBody).not.toContain("Is the address wrong?");
  });
});

describe("a book on its way", () => {
  const STATUSES: LoopStatus[] = ["ACTIVE", "COMPLETED", "PRINTING", "SHIPPED", "DELIVERED"];

  it("goes one step at a time and never back", () => {
    const moves = STATUSES.flatMap((from) => STATUSES.filter((to) => canMove(from, to)).map((to) => `${from} ${to}`));
    expect(moves).toEqual(["ACTIVE COMPLETED", "COMPLETED PRINTING", "PRINTING SHIPPED", "SHIPPED DELIVERED"]);
  });

  it("tells its owner of each step in one email", () => {
    const owner = person("Rosie");
    const loop = loopOf(owner.id, { title: "Two <feet> at 4am", status: "COMPLETED" });
    const shipment = { carrier: " Royal Mail ", trackingNumber: "RM 12 34" };
    const steps = [
      (now: Date) => db.transaction((tx) => startPrinting(tx, loop.id, now)),
      (now: Date) => db.transaction((tx) => recordShipped(tx, loop.id, shipment, now)),
      (now: Date) => db.transaction((tx) => recordDelivered(tx, loop.id, now)),
    ];
    for (const [index, step] of steps.entries()) {
      for (const later of steps.slice(index + 1)) expect(later(at(370))).toEqual({ ok: false, reason: "not_now" });
      expect(step(at(380 + index))).toEqual({ ok: true });
      expect(step(at(390))).toEqual({ ok: false, reason: "not_now" });
    }
    expect(rowOf(loop.id)).toMatchObject({
      status: "DELIVERED",
      printingAt: at(380),
      shippedAt: at(381),
      deliveredAt: at(382),
      carrier: "Royal Mail",
      trackingNumber: "RM 12 34",
    });
    const sent = db.select().from(emails).where(eq(emails.accountId, owner.id)).all();
    expect(sent.map(({ kind }) => kind)).toEqual(["printing", "shipped", "delivered"]);
    expect(sent[1]?.textBody).toContain("with Royal Mail");
    expect(sent[1]?.textBody).toContain("Tracking number: RM 12 34");
    expect(sent.every((message) => message.isTransactional && !message.htmlBody.includes("<feet>"))).toBe(true);
  });

  it("has its own steps and numbers, and no other book’s are changed or taken back", () => {
    const [one, other] = [person("Rosie"), person("Winifred")].map(({ id }) => loopOf(id, { status: "PRINTING" }));
    const by = { carrier: "Evri", trackingNumber: "H01" };
    correctTracking(one?.id ?? "", by, NOW);
    expect(takeBackStep(one?.id ?? "", "SHIPPED", NOW)).toEqual({ ok: false, reason: "not_now" });
    expect(takeBackStep(one?.id ?? "", "PRINTING", NOW)).toEqual({ ok: true });
    expect(rowOf(one?.id ?? "")).toMatchObject({ ...by, status: "COMPLETED" });
    expect(db.transaction((tx) => startPrinting(tx, one?.id ?? "", NOW))).toEqual({ ok: true });
    expect(rowOf(other?.id ?? "")).toEqual(other);
  });

  it("is not printed while the payment for it is in doubt, and no other is held back", () => {
    const [doubtful, other] = ["Rosie", "Winifred"].map((name) => boughtYear(name));
    const orderId = doubtful?.order.id ?? "";
    const about = { objectType: "order", objectId: orderId, message: "-", dedupeKey: `warning:${orderId}` };
    db.insert(alarms)
      .values({ kind: "fraud_warning", ...about, raisedAt: NOW, lastSeenAt: NOW })
      .run();
    const start = (loopId = "") => db.transaction((tx) => startPrinting(tx, loopId, NOW));
    expect(start(doubtful?.loopId)).toEqual({ ok: false, reason: "in_doubt" });
    expect(start(other?.loopId)).toEqual({ ok: true });
  });

  it("that is nobody's is said", () => {
    expect(db.transaction((tx) => startPrinting(tx, "nothing", NOW))).toEqual({
      ok: false,
      reason: "not_found",
    });
  });
});
