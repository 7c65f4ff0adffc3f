import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { discounts, settings } from "#db/schema";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { LAUNCH_CODE } from "~/domain/shop/discounts/launch-offer";
import { launchOfferFor } from "~/domain/shop/discounts/launch-offer.server";
import { discountTimes } from "~/domain/shop/discounts/rules";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought } from "../../../support/shop";

const row = db.select().from(discounts).where(eq(discounts.code, LAUNCH_CODE)).get();
const change = (terms: Partial<typeof discounts.$inferInsert>) =>
  db.update(discounts).set(terms).where(eq(discounts.code, LAUNCH_CODE)).run();

const { expiresAt } = discountTimes({ startsOn: "", expiresOn: "2027-11-30" });
beforeEach(() => change({ expiresAt }));
afterEach(() => {
  const { id: _, ...terms } = row ?? {};
  change(terms);
  db.delete(settings).where(eq(settings.key, "prices")).run();
});

const offered = (accountId: string | null = null) => launchOfferFor(accountId, clock.now);
const said = (accountId: string | null = null) => {
  const offer = offered(accountId);
  return offer && `${offer.words} ${offer.code}${offer.limits}`;
};

describe("the launch offer", () => {
  it("tells a visitor that it is for a first order, and its last day", () => {
    expect(said()).toBe("Launch offer: 10% off your first order with code NEW10 until 30 November 2027.");
    expect(offered()?.announcement).toBe("Launch Offer: 10% off new orders until 30 November 2027 — Use code NEW10");
  });

  it("is in the same words for those who are signed in, and not shown to those who have ordered", async () => {
    const ada = person("Ada");
    expect(offered(ada.id)).toEqual(offered());
    await bought(ada);
    expect(offered(ada.id)).toBeNull();
    expect(offered()).not.toBeNull();
  });

  it.each([
    ["is switched off", { isActive: false }],
    ["has no last day to name", { expiresAt: null }],
    ["has ended", { expiresAt: new Date(clock.now.getTime() - 1) }],
    ["has not begun", { startsAt: new Date(clock.now.getTime() + 60_000) }],
    ["is deleted", { archivedAt: clock.now }],
    ["is used up", { maxUses: 0 }],
    ["asks for more than a loop costs", { minimumOrderPence: 7000 }],
  ])("vanishes when its code %s", (_, terms) => {
    change(terms);
    expect(offered()).toBeNull();
    expect(offered(person("Ben").id)).toBeNull();
  });

  it.each([
    [{ value: 15 }, "Launch offer: 15% off your first order"],
    [{ type: "FIXED_AMOUNT" as const, value: 500 }, "Launch offer: £5.00 off your first order"],
    // A cap that bites on a loop is what the code takes.
    [{ value: 20, maximumDiscountPence: 300 }, "Launch offer: £3.00 off your first order"],
    [{ value: 20, maximumDiscountPence: 1400 }, "Launch offer: 20% off your first order"],
  ])("with %j says what the code takes off a loop", (terms, words) => {
    change(terms);
    expect(offered()?.words).toContain(words);
  });

  it("says its last day, and what it is for where anybody can use it", () => {
    change({ expiresAt: new Date("2027-12-01T00:00:00Z") });
    expect(offered()?.limits).toContain(" until 30 November 2027.");
    change({ firstOrderOnly: false, oncePerCustomer: true });
    expect(said()).toContain("10% off one order with code NEW10 until");
    change({ oncePerCustomer: false });
    expect(said()).toContain("Launch offer: 10% off a loop with code NEW10 until");
  });

  it("follows the price of a loop", () => {
    change({ value: 10, maximumDiscountPence: 650 });
    expect(offered()?.words).toContain("£6.50 off");
    const prices = JSON.stringify({ ...OPENING_PRICES, loopPence: 5999 });
    db.insert(settings).values({ key: "prices", value: prices, updatedAt: clock.now }).run();
    expect(offered()?.words).toContain("10% off");
  });
});
