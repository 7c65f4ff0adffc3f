import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { auditEvents, settings, vouchers } from "#db/schema";
import { batchData } from "~/domain/shop/vouchers/batch-records.server";
import {
  approveBatch,
  codesOfBatch,
  declineBatch,
  firstCodeOfBatch,
  generateVouchers,
  withdrawBatch,
} from "~/domain/shop/vouchers/batches.server";
import { askToOpenCodeExport, openCodeExport, refuseCodeExport } from "~/domain/shop/vouchers/code-export-lock.server";
import type { VouchersWanted } from "~/domain/shop/vouchers/forms";
import { cancelVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { later, NOW } from "../../../support/people";
import { vouchersIn } from "../../../support/vouchers";
import { colleague } from "../../people/staff/colleagues";

/** At £69.99 a loop, one person gives away fourteen a day, £979.86, and three to one address, £209.97. */

const WANTED: VouchersWanted = {
  count: 1,
  value: 1,
  currency: "GBP",
  validFrom: "",
  expiresOn: "",
  note: "Raffle",
  isTest: false,
  recipientName: "",
  recipientEmail: "",
  giftMessage: "",
};
const A_DAY = 24 * 3600;

const hal = async () => (await colleague("marketing")).id;

function made(by: string, wanted: Partial<VouchersWanted>, at = NOW) {
  const batch = generateVouchers({ ...WANTED, ...wanted }, by, at);
  if (!batch.ok) throw new Error(`Refused: ${batch.reason}.`);
  return batch;
}

const isHeld = (by: string, wanted: Partial<VouchersWanted>, at = NOW) => made(by, wanted, at).isHeld;

let addresses = 0;
const nobodyBefore = () => {
  addresses += 1;
  return `jean-${addresses}@example.org`;
};

const loopsCost = (loopPence: number) => {
  const row = { value: JSON.stringify({ loopPence }), updatedAt: NOW, updatedByStaffId: null };
  db.insert(settings)
    .values({ key: "prices", ...row })
    .onConflictDoUpdate({ target: settings.key, set: row })
    .run();
};

describe("a batch of vouchers waits for a second person", () => {
  it("in slices of twenty at a penny as at once: a voucher costs a loop, at any face value", async () => {
    const [one, other] = [await hal(), await hal()];
    const recipientEmail = nobodyBefore();
    const slices = [1, 2, 3].map(() => isHeld(one, { count: 20, recipientEmail }));
    expect(slices).toEqual([true, true, true]);
    expect([isHeld(other, { count: 14 }), isHeld(other, {})]).toEqual([false, true]);
  });

  it("from the fourth to one address within a day, from any of the staff and in any spelling", async () => {
    const address = nobodyBefore();
    const [name, domain] = address.split("@");
    const written = [address, address.toUpperCase(), `${name}+raffle@${domain}`, `${name}+x@${domain}`];
    const results: boolean[] = [];
    for (const recipientEmail of written) results.push(isHeld(await hal(), { recipientEmail }));
    expect(results).toEqual([false, false, false, true]);
    expect(isHeld(await hal(), { recipientEmail: nobodyBefore() })).toBe(false);
  });

  it("until 24 hours have gone by since the others", async () => {
    const [by, recipientEmail] = [await hal(), nobodyBefore()];
    isHeld(by, { count: 3, recipientEmail });
    isHeld(by, { count: 11 });
    expect(isHeld(by, {}, later(A_DAY - 1))).toBe(true);
    expect(isHeld(by, { count: 3, recipientEmail }, later(A_DAY))).toBe(false);
  });

  it("by what a loop costs now", async () => {
    const by = await hal();
    loopsCost(250_00);
    expect([isHeld(by, { count: 4 }), isHeld(by, {})]).toEqual([false, true]);
    loopsCost(25_00);
    expect([isHeld(by, { count: 36 }), isHeld(by, {})]).toEqual([false, true]);
    db.delete(settings).where(eq(settings.key, "prices")).run();
  });

  it("if its maker has no limit of their own", async () => {
    expect(isHeld((await colleague("analyst")).id, {})).toBe(true);
    expect(isHeld((await colleague("super_admin")).id, {})).toBe(false);
    expect(isHeld("a former colleague", {})).toBe(true);
  });

  it("but for what two have given, what was declined and what is for trying out, which count for nothing", async () => {
    const [by, second] = [await hal(), (await colleague("super_admin")).id];
    const recipientEmail = nobodyBefore();
    const [large, unwanted] = [1, 2].map(() => made(by, { count: 30, recipientEmail }));
    expect(approveBatch(large?.batchId ?? "", second, NOW)).toEqual({ ok: true });
    expect(declineBatch(unwanted?.batchId ?? "", "Once is enough", second, NOW)).toEqual({ ok: true });
    expect(isHeld(by, { count: 100, recipientEmail, isTest: true })).toBe(false);
    expect(isHeld(by, { count: 3, recipientEmail })).toBe(false);
    expect(isHeld(by, { count: 11 })).toBe(false);
    expect(isHeld(by, {})).toBe(true);
  });

  it("and holds every voucher of it back, also a single one", async () => {
    const by = await hal();
    isHeld(by, { count: 14 });
    const { batchId, isHeld: held } = made(by, {});
    const rows = db.select().from(vouchers).where(eq(vouchers.batchId, batchId)).all();
    expect([held, rows.map(({ status }) => status)]).toEqual([true, ["SUSPENDED"]]);
  });
});

describe("the days of a batch", () => {
  it.each([
    ["until yesterday", "", "2026-11-19", "dates"],
    ["until today", "", "2026-11-20", null],
    ["from a later day until the day before it", "2026-12-01", "2026-11-30", "dates"],
    ["of one day alone", "2026-12-01", "2026-12-01", null],
    ["until five years from today", "", "2031-11-20", null],
    ["until a day later than that", "", "2031-11-21", "dates"],
  ])("%s", async (_, validFrom, expiresOn, reason) => {
    const result = generateVouchers({ ...WANTED, validFrom, expiresOn }, await hal(), NOW);
    expect(result.ok ? null : result.reason).toBe(reason);
  });

  it.each([
    ["yesterday, so from now", "2026-11-19", NOW],
    ["today, so from now", "2026-11-20", NOW],
    ["tomorrow, so from its first instant", "2026-11-21", new Date("2026-11-21T00:00:00Z")],
  ])("from %s", async (_, validFrom, from) => {
    const [voucher] = vouchersIn(made(await hal(), { validFrom }).batchId);
    expect([voucher?.validFrom, voucher?.sendOnDay]).toEqual([from, from === NOW ? null : validFrom]);
  });
});

describe("a batch that was held back", () => {
  it("is approved or withdrawn whole, and what was cancelled of it meanwhile stays so, as do other batches", async () => {
    const [by, second] = [await hal(), (await colleague("super_admin")).id];
    const [other, withdrawn, approved] = [1, 2, 3].map(() => made(by, { count: 20 }).batchId);
    const statesOf = (id = "") => vouchersIn(id).map(({ status }) => status);
    const before = vouchersIn(other ?? "");
    const [one] = vouchersIn(approved ?? "");
    cancelVoucher({ voucherId: one?.id ?? "", reason: "A slip" }, second, NOW);
    expect(approveBatch(approved ?? "", second, NOW)).toEqual({ ok: true });
    expect(statesOf(approved)).toEqual(["CANCELLED", ...Array(19).fill("ACTIVE")]);
    expect(withdrawBatch(withdrawn ?? "", "A slip", by, NOW)).toEqual({ ok: true, wasMaking: false });
    expect(statesOf(withdrawn)).toEqual(Array(20).fill("CANCELLED"));
    expect(vouchersIn(other ?? "")).toEqual(before);
    expect([other, withdrawn, approved].map((id) => batchData(id ?? "")?.state)).toEqual([
      ...["waiting", "withdrawn", "made"],
    ]);
  });

  it("is unknown where nobody made it", () => {
    const unknown = { ok: false, reason: "not_found" };
    expect(withdrawBatch("nothing", "A slip", "hal", NOW)).toEqual(unknown);
    expect(approveBatch("nothing", "joan", NOW)).toEqual(unknown);
    for (const change of [openCodeExport, askToOpenCodeExport, refuseCodeExport])
      expect(change("nothing", "A slip", "hal", NOW)).toEqual(unknown);
  });
});

describe("the codes of a batch", () => {
  it("are its own, four characters of each, and whole for the first of one for trying out alone", async () => {
    const by = await hal();
    const [real, forTest] = [made(by, { count: 2 }).batchId, made(by, { count: 2, isTest: true }).batchId];
    const ends = vouchersIn(real).map(({ lastFour }) => `····-····-${lastFour}`);
    expect(codesOfBatch(real).sort()).toEqual(ends.sort());
    expect([firstCodeOfBatch(real), firstCodeOfBatch("nothing")]).toEqual([undefined, undefined]);
    expect(vouchersIn(forTest).map(({ lastFour }) => lastFour)).toContain(firstCodeOfBatch(forTest)?.slice(-4));
  });
});

describe("the record of a batch", () => {
  it("names who it is for, what it counts as and why it waits", async () => {
    const [by, recipientEmail] = [await hal(), nobodyBefore()];
    const recordOf = (batchId: string) => {
      const row = db.select().from(auditEvents).where(eq(auditEvents.objectId, batchId)).get();
      return JSON.parse(row?.after ?? "{}") as unknown;
    };
    expect(recordOf(made(by, { count: 3, recipientEmail }).batchId)).toMatchObject({
      recipient: recipientEmail,
      costPence: 3 * 6999,
      isHeld: false,
      over: null,
    });
    expect(recordOf(made(by, { recipientEmail }).batchId)).toMatchObject({ isHeld: true, over: "recipient" });
    expect(recordOf(made(by, { count: 12 }).batchId)).toMatchObject({ recipient: null, over: "day" });
  });
});
