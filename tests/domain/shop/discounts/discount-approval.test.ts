import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { db } from "#db/client.server";
import { discountRequests, discounts } from "#db/schema";
import { changeShopSettings } from "~/domain/backoffice/settings/shop-settings.server";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import {
  createDiscount,
  DISCOUNT_LIST,
  deleteDiscount,
  discountWithUses,
  switchDiscount,
} from "~/domain/shop/discounts/admin-discounts.server";
import { approvalExcess } from "~/domain/shop/discounts/approval-limits.server";
import { approveDiscount, declineDiscount, discountsWaiting } from "~/domain/shop/discounts/discount-approval.server";
import { quoteDiscount } from "~/domain/shop/discounts/discounts.server";
import type { DiscountWanted } from "~/domain/shop/discounts/forms";
import { discountTimes } from "~/domain/shop/discounts/rules";
import { generateVouchers } from "~/domain/shop/vouchers/batches.server";
import { generateForm } from "~/domain/shop/vouchers/forms";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

let [hal, joan, joel] = ["", "", ""];
beforeAll(async () => {
  hal = (await colleague("marketing")).id;
  joan = (await colleague("super_admin")).id;
  joel = (await colleague("super_admin")).id;
});

/** Half off, ten times, is as much as one person may offer alone. A loop costs £69.99. */
const HALF: DiscountWanted = {
  code: "",
  description: "",
  type: "PERCENTAGE",
  value: 50_00,
  maxUses: 10,
  minOrderValue: null,
  maxDiscountValue: null,
  startsOn: "",
  expiresOn: "",
  firstOrderOnly: false,
  oncePerCustomer: false,
};

let codes = 0;
function made(change: Partial<DiscountWanted> = {}, by = hal) {
  codes += 1;
  const wanted = { ...HALF, code: `CODE-${codes}`, ...change };
  const result = createDiscount(wanted, discountTimes(wanted), by, NOW);
  if (!result.ok) throw new Error(`Refused: ${result.reason}.`);
  return { ...result, code: wanted.code };
}

const worth = (code: string) => quoteDiscount({ code, subtotalPence: 6999, accountId: "" }, NOW);
const stateOf = (id: string) => discountWithUses(id, NOW)?.discount.state;
const actionsOn = (id: string) => auditEventsOn(id).map(({ action, staffId }) => [action, staffId]);

describe("a discount", () => {
  it.each<[string, Partial<DiscountWanted>, boolean]>([
    ["of half a loop, ten times, is offered by one person", {}, false],
    ["of 51 % waits for a second one", { value: 51_00 }, true],
    ["without a limit of uses waits", { maxUses: null }, true],
    ["of a sum up to half a loop does not", { type: "FIXED_AMOUNT", value: 34_99 }, false],
    ["of a sum above half a loop waits", { type: "FIXED_AMOUNT", value: 35_00 }, true],
    [
      "of a large sum of which little comes off does not",
      { type: "FIXED_AMOUNT", value: 60_00, maxDiscountValue: 10_00 },
      false,
    ],
    ["of 100 % waits, also where little comes off", { value: 100_00, maxDiscountValue: 10_00 }, true],
  ])("%s", (_, change, waits) => {
    const { isHeld, code, discountId } = made(change);
    expect([isHeld, worth(code).ok, stateOf(discountId)]).toEqual([waits, !waits, waits ? "waiting" : "active"]);
  });

  it("whose last day has gone by is not made; one that ends today is", () => {
    const input = { ...HALF, code: "OVER", expiresOn: "2026-11-19" };
    expect(createDiscount(input, discountTimes(input), hal, NOW)).toEqual({ ok: false, reason: "over" });
    expect(db.select().from(discounts).where(eq(discounts.code, "OVER")).all()).toEqual([]);
    expect(made({ expiresOn: "2026-11-20" }).ok).toBe(true);
  });
});

describe("a discount that waits", () => {
  it("cannot be used until somebody else approves it", () => {
    const { discountId, code } = made({ maxUses: null }, joan);
    expect(switchDiscount(discountId, true, joan, NOW)).toEqual({ ok: false, reason: "waits" });
    expect(switchDiscount(discountId, false, joan, NOW)).toMatchObject({ ok: true });
    expect(switchDiscount(discountId, true, hal, NOW)).toEqual({ ok: false, reason: "waits" });
    expect(approveDiscount(discountId, joan, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(declineDiscount(discountId, "No", joan, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(worth(code)).toMatchObject({ ok: false, reason: "inactive" });
    expect(approveDiscount(discountId, joel, NOW)).toEqual({ ok: true });
    expect(worth(code)).toMatchObject({ ok: true, discountPence: 3500 });
    expect(approveDiscount(discountId, joel, NOW)).toEqual({ ok: false, reason: "not_waiting" });
    expect(actionsOn(discountId)).toEqual([
      ["discounts.create", joan],
      ["discounts.approve", joel],
    ]);
  });

  it("once approved is switched off and on by one person", () => {
    const { discountId } = made({ maxUses: null });
    approveDiscount(discountId, joan, NOW);
    switchDiscount(discountId, false, hal, NOW);
    expect(switchDiscount(discountId, true, hal, NOW)).toEqual({ ok: true, isHeld: false });
    expect(stateOf(discountId)).toBe("active");
  });

  it("stays switched off where it is declined, and waits again where somebody switches it on", () => {
    const { discountId, code } = made({ value: 90_00 });
    expect(declineDiscount(discountId, "Half is plenty", joan, NOW)).toEqual({ ok: true });
    expect([stateOf(discountId), worth(code).ok]).toEqual(["inactive", false]);
    expect(switchDiscount(discountId, true, hal, NOW)).toEqual({ ok: true, isHeld: true });
    expect([stateOf(discountId), worth(code).ok]).toEqual(["waiting", false]);
    expect(actionsOn(discountId)).toEqual([
      ["discounts.create", hal],
      ["discounts.decline", joan],
      ["discounts.ask", hal],
    ]);
  });

  it("is asked about too where it was made before anybody asked a second person", () => {
    const old = { type: "PERCENTAGE", value: 10, isActive: false, createdAt: NOW, updatedAt: NOW } as const;
    const { id } = db
      .insert(discounts)
      .values({ code: "OF-OLD", ...old })
      .returning()
      .get();
    expect(switchDiscount(id, true, joan, NOW)).toEqual({ ok: true, isHeld: true });
    expect(approveDiscount(id, joan, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect([stateOf(id), worth("OF-OLD").ok]).toEqual(["waiting", false]);
  });

  it("is counted and listed as such, until it is decided or gone", () => {
    const before = discountsWaiting();
    const { discountId } = made({ maxUses: null });
    const listed = () =>
      DISCOUNT_LIST.read({ status: "waiting" }, { now: NOW, role: "marketing" }, 100).rows.some(
        ({ id }) => id === discountId,
      );
    expect([discountsWaiting(), listed()]).toEqual([before + 1, true]);
    deleteDiscount(discountId, hal, NOW);
    expect([discountsWaiting(), listed()]).toEqual([before, false]);
    expect(approveDiscount(discountId, joan, NOW)).toEqual({ ok: false, reason: "not_found" });
  });

  it("is kept from one person alone by the database itself", () => {
    const { discountId } = made({ maxUses: null }, joan);
    const request = eq(discountRequests.discountId, discountId);
    const decidedBy = (who: string) =>
      db.update(discountRequests).set({ state: "approved", decidedByStaffId: who }).where(request).run();
    const switchOn = () => db.update(discounts).set({ isActive: true }).where(eq(discounts.id, discountId)).run();
    expect(switchOn).toThrow("A second person has to approve this discount first.");
    expect(() => decidedBy(joan)).toThrow("discount_requests_two");
    decidedBy(joel);
    expect(switchOn().changes).toBe(1);
  });
});

describe("what codes can cost, beside the limit of a day", () => {
  const TIMES = discountTimes({ startsOn: "", expiresOn: "" });
  const offer = (code: string, by: string, maxUses: number) => {
    const wanted = { ...HALF, code, maxUses };
    const result = createDiscount(wanted, TIMES, by, NOW);
    if (!result.ok) throw new Error(`Refused: ${result.reason}.`);
    return result;
  };

  it("waits for a second person if its uses together are more than one person may give", async () => {
    const { id: by } = await colleague("marketing");
    expect(offer("MILLION", by, 1_000_000).isHeld).toBe(true);
    expect(worth("MILLION")).toMatchObject({ ok: false });
    expect(offer("TWENTY-NINE", by, 29).isHeld).toBe(true);
    expect(offer("TWENTY-EIGHT", by, 28).isHeld).toBe(false);
    expect(worth("TWENTY-EIGHT")).toMatchObject({ ok: true });
  });

  it("counts together with other codes of the day, and with one that is switched on again", async () => {
    const { id: by } = await colleague("marketing");
    const first = offer("FIRST-20", by, 20);
    expect(offer("NINE-MORE", by, 9).isHeld).toBe(true);
    expect(switchDiscount(first.discountId, false, by, NOW).ok).toBe(true);
    expect(offer("ANOTHER-20", by, 20).isHeld).toBe(false);
    expect(switchDiscount(first.discountId, true, by, NOW)).toEqual({ ok: true, isHeld: true });
  });

  it("counts what it was used for while it waits to be switched on again", async () => {
    const { id: by } = await colleague("marketing");
    const used = offer("USED-20", by, 20);
    db.update(discounts).set({ usedCount: 10 }).where(eq(discounts.id, used.discountId)).run();
    switchDiscount(used.discountId, false, by, NOW);
    expect(offer("AND-18", by, 18).isHeld).toBe(false);
    expect(switchDiscount(used.discountId, true, by, NOW)).toEqual({ ok: true, isHeld: true });
    expect(offer("AND-ONE", by, 1).isHeld).toBe(true);
  });

  it("counts at the highest price of thirty days, as vouchers do, so that a lower price for an hour gives nobody more", async () => {
    const { id: by } = await colleague("super_admin");
    const prices = readPrices();
    const change = (loopPence: number) =>
      changeShopSettings("prices", { ...prices, loopPence }, { staffId: by, reason: "A sale" }, NOW);
    onTestFinished(() => {
      change(prices.loopPence);
    });
    change(100);
    expect(offer("CHEAP-29", by, 29).isHeld).toBe(true);
    const vouchers = generateForm.parse({
      count: "15",
      value: "69.99",
      currency: "GBP",
      note: "A thank-you",
    });
    expect(generateVouchers(vouchers, by, NOW)).toMatchObject({ ok: true, isHeld: true });
    const later = new Date(NOW.getTime() + 31 * DAY_MS);
    expect(generateVouchers(vouchers, by, later)).toMatchObject({ ok: true, isHeld: false });
  });

  it("counts together with vouchers", async () => {
    const { id: by } = await colleague("marketing");
    expect(offer("TWENTY-20", by, 20).isHeld).toBe(false);
    const costPence = 100_000 - 20 * 3500;
    expect(approvalExcess(db, { staffId: by, recipientEmail: null, costPence }, NOW)).toBe(null);
    expect(approvalExcess(db, { staffId: by, recipientEmail: null, costPence: costPence + 1 }, NOW)).toBe("day");
  });
});
