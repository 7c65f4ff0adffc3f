import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, ledger, loopCredits } from "#db/schema";
import { openAlarms, raiseAlarm, resolveAlarm } from "~/domain/kernel/alarms/alarms.server";
import { checkInvariants } from "~/domain/system/alarms/invariants.server";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought } from "../../../support/shop";

beforeEach(() => {
  db.delete(alarms).run();
});

/** Deletes what an order bought, which no code of the shop does. */
function breakInvariant(orderId: string) {
  const credit = db.select().from(loopCredits).where(eq(loopCredits.orderId, orderId)).get();
  if (!credit) throw new Error("Nothing was bought.");
  db.delete(loopCredits).where(eq(loopCredits.orderId, orderId)).run();
  return () => db.insert(loopCredits).values(credit).run();
}

describe("the nightly check of the money invariants", () => {
  it("says nothing where all is well", async () => {
    await bought(person("Ada"));
    expect(await checkInvariants(clock.now)).toEqual([]);
    expect(openAlarms()).toEqual([]);
  });

  it("raises one alarm for a broken invariant, which names the rows, however many nights it stays broken", async () => {
    const order = await bought(person("Ben"));
    const repair = breakInvariant(order.id);
    expect((await checkInvariants(clock.now)).map(({ invariant }) => invariant)).toEqual(["M4c"]);
    clock.advance(24 * 60);
    await checkInvariants(clock.now);
    const message = `Broken: every paid order of a loop gave one right to a loop. order ${order.id}.`;
    expect(openAlarms()).toMatchObject([
      { kind: "invariant_violated", objectId: "M4c", times: 2, lastSeenAt: clock.now, message },
    ]);
    repair();
    await checkInvariants(clock.now);
    expect(openAlarms()).toEqual([]);
    expect(db.select().from(alarms).all()).toMatchObject([{ resolvedReason: "It’s working again." }]);
  });

  it("opens an alarm again that staff resolved while the invariant was still broken", async () => {
    const repair = breakInvariant((await bought(person("Cid"))).id);
    await checkInvariants(clock.now);
    const settled = { alarmId: openAlarms()[0]?.id ?? "", staffId: "joan", reason: "Seen" };
    expect(resolveAlarm(db, settled, clock.now)).toBe(true);
    expect(resolveAlarm(db, settled, clock.now)).toBe(false);
    expect(openAlarms()).toEqual([]);
    await checkInvariants(clock.now);
    expect(openAlarms()).toMatchObject([{ resolvedAt: null, resolvedByStaffId: null, times: 2 }]);
    repair();
  });

  it("leaves alarms of other kinds alone", async () => {
    const about = { objectType: "order", objectId: "o", message: "…", dedupeKey: "payment:1" };
    const alarm = { kind: "payment_paid_twice" as const, ...about };
    expect(raiseAlarm(db, alarm, clock.now)).toBe(true);
    expect(raiseAlarm(db, alarm, clock.now)).toBe(false);
    await checkInvariants(clock.now);
    expect(openAlarms()).toMatchObject([{ kind: "payment_paid_twice", times: 2 }]);
  });

  it("names ten rows at most", async () => {
    for (let round = 0; round < 12; round += 1) {
      const order = await bought(person(`Many${round}`));
      db.delete(ledger).where(eq(ledger.orderId, order.id)).run();
      if (round !== 9) continue;
      await checkInvariants(clock.now);
      expect(openAlarms()[0]?.message).toMatch(/(?:order \w+, ){9}order \w+\.$/);
    }
    const broken = await checkInvariants(clock.now);
    expect(broken.map(({ invariant }) => invariant)).toEqual(["M8a"]);
    expect(openAlarms()[0]?.message).toMatch(/(?:order \w+, ){9}order \w+ and 2 more\.$/);
  });
});
