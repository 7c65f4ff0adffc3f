import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { jobs, settings, voucherBatches, vouchers } from "#db/schema";
import { readInbox } from "~/domain/backoffice/inbox/inbox.server";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { cancelBatch, extendBatch } from "~/domain/shop/vouchers/batch-changes.server";
import { batchCounts, batchData } from "~/domain/shop/vouchers/batch-records.server";
import {
  approveBatch,
  declineBatch,
  generateVouchers,
  makeVouchersOfBatch,
  withdrawBatch,
} from "~/domain/shop/vouchers/batches.server";
import {
  allowCodeExport,
  askToOpenCodeExport,
  openCodeExport,
  refuseCodeExport,
} from "~/domain/shop/vouchers/code-export-lock.server";
import type { VouchersWanted } from "~/domain/shop/vouchers/forms";
import { runWaitingJob } from "~/jobs/run-jobs";
import { auditEventsOn } from "../../../../support/audit-events";
import { later, NOW } from "../../../../support/people";
import { colleague } from "../../../people/staff/colleagues";

const WANTED: VouchersWanted = {
  count: 500,
  value: 5200,
  currency: "GBP",
  validFrom: "",
  expiresOn: "",
  note: "Pritchard & Lowe, Christmas",
  isTest: false,
  recipientName: "",
  recipientEmail: "",
  giftMessage: "",
};

let hal = "";
let joan = "";
beforeEach(async () => {
  db.delete(jobs).run();
  [hal, joan] = [(await colleague("marketing")).id, (await colleague("super_admin")).id];
});

function asked(wanted: Partial<VouchersWanted> = {}): string {
  const made = generateVouchers({ ...WANTED, ...wanted }, hal, NOW);
  if (!made.ok) throw new Error(made.reason);
  return made.batchId;
}

async function made(wanted: Partial<VouchersWanted> = {}): Promise<string> {
  const id = asked(wanted);
  approveBatch(id, joan, NOW);
  await makeVouchersOfBatch(id, NOW);
  return id;
}

const countsOf = (id: string, now = NOW) => batchCounts(id, now);
const actions = (id: string) => auditEventsOn(id).map(({ action }) => action);
const waitsFor = (staffId: string) =>
  readInbox({ staffId, role: "super_admin" }, "all", NOW).groups.flatMap(({ items }) => items.map(({ key }) => key));
const firstOf = (id: string) => db.select().from(vouchers).where(eq(vouchers.batchId, id)).limit(1).get()?.id ?? "";

describe("a partner order of hundreds", () => {
  it("has no voucher before a second person approves it, and all of them soon after", async () => {
    const id = asked();
    expect([batchData(id)?.state, countsOf(id)?.made]).toEqual(["waiting", 0]);
    expect(waitsFor(joan)).toContain(`vouchers:${id}`);
    expect(approveBatch(id, hal, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(approveBatch(id, joan, NOW)).toEqual({ ok: true });
    expect([batchData(id)?.state, countsOf(id)?.made]).toEqual(["making", 0]);
    await runWaitingJob(later(1));
    expect(batchData(id)).toMatchObject({ state: "made", made: 500, approvedBy: expect.any(String) });
    expect(countsOf(id)).toMatchObject({ made: 500, open: 500, sent: 0, redeemed: 0, expired: 0 });
    const rows = db.select().from(vouchers).where(eq(vouchers.batchId, id)).all();
    expect(new Set(rows.map(({ codeHash }) => codeHash)).size).toBe(500);
    expect(rows.every(({ valuePence, status }) => valuePence === 5200 && status === "ACTIVE")).toBe(true);
  });

  it("goes on where it was when its worker died, and makes none twice", async () => {
    const id = await made({ count: 250 });
    const some = db.select({ id: vouchers.id }).from(vouchers).where(eq(vouchers.batchId, id)).limit(130).all();
    for (const voucher of some) db.delete(vouchers).where(eq(vouchers.id, voucher.id)).run();
    db.update(voucherBatches).set({ state: "making" }).where(eq(voucherBatches.id, id)).run();
    const other = asked({ count: 101, isTest: true });
    await makeVouchersOfBatch(id, NOW);
    await makeVouchersOfBatch(id, NOW);
    expect([batchData(id)?.state, countsOf(id)?.made]).toEqual(["made", 250]);
    expect([batchData(other)?.state, countsOf(other)?.made]).toEqual(["making", 0]);
  });

  it("is withdrawn by the person who asked, and by nobody else", () => {
    const [id, small] = [asked(), asked({ count: 30 })];
    expect(withdrawBatch(id, "Wrong number", joan, NOW)).toEqual({ ok: false, reason: "not_own" });
    for (const one of [id, small]) {
      expect(withdrawBatch(one, "Wrong number", hal, NOW)).toEqual({ ok: true, wasMaking: false });
      expect(batchData(one)?.state).toBe("withdrawn");
      expect(approveBatch(one, joan, NOW)).toEqual({ ok: false, reason: "not_waiting" });
      expect(waitsFor(joan)).not.toContain(`vouchers:${one}`);
    }
    expect(countsOf(small)).toMatchObject({ cancelled: 30, held: 0 });
  });

  it("is stopped while it is being made, and keeps nothing", async () => {
    const id = asked();
    approveBatch(id, joan, NOW);
    expect(withdrawBatch(id, "They rang", hal, NOW)).toEqual({ ok: true, wasMaking: true });
    await makeVouchersOfBatch(id, NOW);
    expect([batchData(id)?.state, countsOf(id)?.open]).toEqual(["stopped", 0]);
    const done = await made({ count: 101 });
    expect(withdrawBatch(done, "Late", hal, NOW)).toEqual({ ok: false, reason: "not_waiting" });
  });

  it("is declined, and nothing is made", async () => {
    const id = asked();
    expect(declineBatch(id, "Too many", joan, NOW)).toEqual({ ok: true });
    await makeVouchersOfBatch(id, NOW);
    expect([batchData(id)?.state, countsOf(id)?.made]).toEqual(["declined", 0]);
  });

  it("goes to nobody by email, because one address would get hundreds", () => {
    const wanted = { ...WANTED, count: 101, recipientEmail: "jean@example.org" };
    expect(generateVouchers(wanted, hal, NOW)).toEqual({ ok: false, reason: "too_many_emails" });
  });

  it("counts for its maker's day before its first voucher is made, and no more once it is stopped", () => {
    const price = 9_00;
    const prices = { ...readPrices(), loopPence: price };
    db.insert(settings)
      .values({ key: "prices", value: JSON.stringify(prices), updatedAt: NOW })
      .run();
    const first = asked({ count: 101 });
    expect(batchData(first)).toMatchObject({ state: "making", made: 0 });
    const second = asked({ count: 101 });
    expect(batchData(second)?.state).toBe("waiting");
    expect(withdrawBatch(first, "They rang", hal, NOW)).toEqual({ ok: true, wasMaking: true });
    expect(batchData(asked({ count: 101 }))?.state).toBe("making");
    db.delete(settings).where(eq(settings.key, "prices")).run();
  });

  it("of test vouchers is made at once, as it gives nothing away", async () => {
    const id = asked({ count: 150, isTest: true });
    expect(batchData(id)).toMatchObject({ state: "making", isTest: true });
    await makeVouchersOfBatch(id, NOW);
    expect(countsOf(id)?.made).toBe(150);
  });
});

describe("what is not redeemed of a partner order", () => {
  const redeemOne = (id: string) =>
    db
      .update(vouchers)
      .set({ status: "REDEEMED", redeemedAt: NOW, openedAt: NOW })
      .where(eq(vouchers.id, firstOf(id)))
      .run();

  it("is extended together, the expired too, and the redeemed are left alone", async () => {
    const id = await made({ count: 120 });
    redeemOne(id);
    const own = { staffId: hal, ownOnly: true };
    const at = new Date("2027-11-25T10:00:00Z");
    // One of them was found expired already, as each is in time.
    const [oneExpired] = db.select().from(vouchers).where(eq(vouchers.batchId, id)).all().slice(-1);
    db.update(vouchers)
      .set({ status: "EXPIRED" })
      .where(eq(vouchers.id, oneExpired?.id ?? ""))
      .run();
    expect(countsOf(id, at)).toMatchObject({ expired: 119, open: 0, redeemed: 1, opened: 1 });
    const extension = { expiresOn: "2028-11-30", reason: "They asked" };
    expect(extendBatch(id, extension, own, at)).toEqual({ ok: true, changed: 119 });
    expect(countsOf(id, at)).toMatchObject({ expired: 0, open: 119, redeemed: 1 });
    expect(extendBatch(id, extension, own, at)).toEqual({ ok: false, reason: "none" });
    expect(extendBatch(id, { ...extension, expiresOn: "2027-11-25" }, own, at).ok).toBe(false);
    expect(extendBatch(id, { ...extension, expiresOn: "2099-01-01" }, own, at).ok).toBe(false);
    expect(extendBatch("none", extension, own, at)).toEqual({ ok: false, reason: "not_found" });
    expect(actions(id).at(-1)).toBe("vouchers.extend");
  });

  it("of a colleague is extended and cancelled by nobody who may only change their own", async () => {
    const id = await made({ count: 120 });
    const other = { staffId: "somebody-else", ownOnly: true };
    const extension = { expiresOn: "2028-11-30", reason: "They asked" };
    expect(extendBatch(id, extension, other, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(cancelBatch(id, "Not paid", other, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(countsOf(id)).toMatchObject({ cancelled: 0, open: 120 });
    expect(cancelBatch(id, "Not paid", { ...other, ownOnly: false }, NOW).ok).toBe(true);
  });

  it("is cancelled together, once, with one line in staff activity", async () => {
    const id = await made({ count: 120 });
    redeemOne(id);
    expect(cancelBatch(id, "Not paid", { staffId: joan, ownOnly: false }, NOW)).toEqual({
      ok: true,
      changed: 119,
    });
    expect(countsOf(id)).toMatchObject({ cancelled: 119, redeemed: 1, open: 0 });
    expect(cancelBatch(id, "Not paid", { staffId: joan, ownOnly: false }, NOW)).toEqual({
      ok: false,
      reason: "none",
    });
    expect(actions(id).filter((action) => action === "vouchers.cancel")).toHaveLength(1);
    expect(cancelBatch(asked(), "Not made", { staffId: joan, ownOnly: false }, NOW)).toEqual({
      ok: false,
      reason: "none",
    });
  });
});

describe("the sealed export", () => {
  it("has the codes of this order alone, opens once, and says who opened it and why", async () => {
    const [id, other] = [await made({ count: 110 }), await made({ count: 105 })];
    const opened = openCodeExport(id, "Handover to their mail house", hal, NOW);
    if (!opened.ok) throw new Error(opened.reason);
    expect(opened.lines).toHaveLength(110);
    expect(opened.lines[0]?.code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(openCodeExport(id, "Again", hal, NOW)).toEqual({ ok: false, reason: "opened" });
    expect(batchData(id)?.seal).toMatchObject({ openedAt: NOW, reason: "Handover to their mail house" });
    expect(batchData(other)?.seal.openedAt).toBeNull();
    expect(actions(id).at(-1)).toBe("vouchers.open_seal");
    expect(openCodeExport(asked(), "Too early", hal, NOW)).toEqual({ ok: false, reason: "not_made" });
  });

  it("opens again once a second person allows it, for whom it waits", async () => {
    const id = await made({ count: 101 });
    expect(askToOpenCodeExport(id, "Lost", hal, NOW)).toEqual({ ok: false, reason: "not_opened" });
    openCodeExport(id, "Handover", hal, NOW);
    expect(askToOpenCodeExport(id, "Lost", hal, NOW)).toEqual({ ok: true });
    expect(askToOpenCodeExport(id, "Lost", hal, NOW)).toEqual({ ok: false, reason: "already_asked" });
    expect(waitsFor(joan)).toContain(`seal:${id}`);
    expect(allowCodeExport(id, hal, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(refuseCodeExport(id, "Ask them first", joan, NOW)).toEqual({ ok: true });
    expect(openCodeExport(id, "Lost", hal, NOW)).toEqual({ ok: false, reason: "opened" });
    askToOpenCodeExport(id, "Still lost", hal, NOW);
    expect(allowCodeExport(id, joan, NOW)).toEqual({ ok: true });
    expect(waitsFor(joan)).not.toContain(`seal:${id}`);
    expect(openCodeExport(id, "Lost", hal, NOW).ok).toBe(true);
    expect(allowCodeExport(id, joan, NOW)).toEqual({ ok: false, reason: "not_asked" });
  });

  it("leaves out what was cancelled", async () => {
    const id = await made({ count: 101 });
    db.update(vouchers)
      .set({ status: "CANCELLED" })
      .where(eq(vouchers.id, firstOf(id)))
      .run();
    const opened = openCodeExport(id, "Handover", hal, NOW);
    expect(opened.ok && opened.lines).toHaveLength(100);
  });
});
