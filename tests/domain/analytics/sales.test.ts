import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { newId } from "#db/identifiers";
import { orders, vouchers } from "#db/schema";
import { recordStep } from "~/domain/analytics/funnel.server";
import { customersWithin } from "~/domain/analytics/people.server";
import { PERIODS, spanOf } from "~/domain/analytics/periods";
import { average, growth, rate } from "~/domain/analytics/rates";
import { salesWithin } from "~/domain/analytics/sales.server";
import { person } from "../../support/people";
import { voucher } from "../../support/vouchers";

/** A Friday at a quarter past ten in London. */
const NOW = new Date("2026-11-20T10:15:00Z");
const at = (text: string) => new Date(text);

function sold(paidAt: Date, given: Partial<typeof orders.$inferInsert> = {}): void {
  const totalPence = given.subtotalPence ?? 6999;
  db.insert(orders)
    .values({
      ...{ number: newId(), basketKey: newId(), kind: "loop", status: "PAID", subtotalPence: totalPence },
      ...{ totalPence, pricing: "{}", email: "-", createdAt: paidAt, paidAt, updatedAt: paidAt },
      ...given,
    })
    .run();
}

describe("a span", () => {
  it("begins at midnight in London, ends now, and is set beside as long a time before", () => {
    const week = spanOf("7d", NOW);
    expect([week.since, week.until]).toEqual([at("2026-11-14T00:00:00Z"), at("2026-11-20T10:15:00.001Z")]);
    expect(week.bins).toHaveLength(7);
    const before = spanOf("7d", NOW, "before");
    expect([before.since, before.until]).toEqual([
      at("2026-11-07T00:00:00Z"),
      at("2026-11-13T10:15:00.001Z"),
    ]);
  });

  it("counts days across the change of the clocks, and a day by its hours", () => {
    const quarter = spanOf("90d", NOW);
    expect([quarter.since, quarter.bins.length]).toEqual([at("2026-08-22T23:00:00Z"), 90]);
    expect(spanOf("1d", NOW).bins.slice(-2)).toEqual(["22", "23"]);
  });
});

describe("sales", () => {
  it("are orders on the day they were paid, less what was given back, and never those of tests", () => {
    const [ada, bea] = [person("Ada"), person("Bea")];
    sold(at("2026-11-13T23:59:59.999Z"), { accountId: ada.id });
    sold(at("2026-11-14T00:00:00Z"), { accountId: ada.id, status: "PARTLY_REFUNDED", refundedPence: 1000 });
    sold(NOW, { accountId: bea.id, kind: "gift" });
    sold(NOW, { kind: "book_copies", subtotalPence: 15_117 });
    sold(NOW, { isTest: true });
    sold(at("2026-11-20T10:15:00.001Z"));
    sold(NOW, { status: "PENDING", paidAt: null });
    for (const isTest of [false, true]) {
      const { voucherId } = voucher();
      db.update(vouchers)
        .set({ status: "REDEEMED", redeemedAt: NOW, valuePence: 4900, isTest })
        .where(eq(vouchers.id, voucherId))
        .run();
    }
    const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
    for (const [address, stage] of [
      ["a", "visit"],
      ["b", "type"],
      ["c", "payment"],
      ["d", "payment"],
    ] as const) {
      recordStep({ address, userAgent, isTest: false }, { stage }, NOW);
    }
    const sales = salesWithin(spanOf("7d", NOW));
    expect(sales.orders).toEqual({ loop: 1, gift: 1, book_copies: 1 });
    expect(sales.pence).toEqual({ loop: 5999, gift: 6999, book_copies: 15_117 });
    expect([sales.redeemed, sales.redeemedPence, sales.visitors]).toEqual([1, 4900, 4]);
    expect(customersWithin(spanOf("7d", NOW))).toEqual({ fresh: 1, returning: 1 });
    expect(sales.bins[0]).toMatchObject({ name: "2026-11-14", orders: { loop: 1 } });
    expect(sales.funnel.map(({ visitors }) => visitors)).toEqual([4, 3, 3, 3, 2, 2, 2]);
    expect(sales.funnel[3]).toMatchObject({ conversions: 2, conversionRate: 2 / 3 });
    expect(salesWithin(spanOf("1d", NOW)).bins[10]).toMatchObject({ name: "10", orders: { gift: 1 } });
  });

  it("are nought where there are none, in every period", () => {
    const long = new Date("2001-01-01T00:00:00Z");
    for (const period of PERIODS) {
      const sales = salesWithin(spanOf(period, long));
      expect([sales.orders.loop, sales.visitors, sales.funnel[0]?.conversionRate]).toEqual([0, 0, null]);
    }
    expect([rate(0, 0), growth(3, 0), average(0, 0), growth(3, 2), rate(1, 4), average(10, 4)]).toEqual([
      ...[null, null, null, 0.5, 0.25, 3],
    ]);
  });
});
