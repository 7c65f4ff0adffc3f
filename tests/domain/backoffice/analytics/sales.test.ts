import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts, activeCounts, funnelEvents, orders, sessions, vouchers } from "#db/schema";
import { countAtOnce } from "~/domain/backoffice/analytics/counting.server";
import { recordStep } from "~/domain/backoffice/analytics/funnel.server";
import { activeUsersNoted, countActive, countCustomers } from "~/domain/backoffice/analytics/people.server";
import { average, funnelOf, growth, rate } from "~/domain/backoffice/analytics/rates";
import { soldWithin, visitsWithin } from "~/domain/backoffice/analytics/sales.server";
import { PERIODS, piecesOf, type Span, spanOf } from "~/domain/kernel/time/periods";
import { person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { voucher } from "../../../support/vouchers";

/** A Friday at 10:15 in London. */
const NOW = new Date("2026-11-20T10:15:00Z");
const at = (text: string) => new Date(text);
const customersWithin = (span: Span) => countAtOnce(countCustomers({ span })).span;
const activeUsers = (span: Span) => countAtOnce(countActive({ span })).span;

function sold(paidAt: Date, given: Partial<typeof orders.$inferInsert> = {}): void {
  const totalPence = given.subtotalPence ?? 6999;
  db.insert(orders)
    .values({
      number: newId(),
      basketKey: newId(),
      kind: "loop",
      status: "PAID",
      subtotalPence: totalPence,
      totalPence,
      pricing: "{}",
      email: "-",
      createdAt: paidAt,
      paidAt,
      updatedAt: paidAt,
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
    expect([before.since, before.until]).toEqual([at("2026-11-07T00:00:00Z"), at("2026-11-13T10:15:00.001Z")]);
  });

  it("counts days across the change of the clocks, and a day by its hours", () => {
    const quarter = spanOf("90d", NOW);
    expect([quarter.since, quarter.bins.length]).toEqual([at("2026-08-22T23:00:00Z"), 90]);
    expect(spanOf("1d", NOW).bins.slice(-2)).toEqual(["22", "23"]);
  });

  it("is cut at every midnight in London and nowhere else, and ends with its last piece", () => {
    const span = spanOf("90d", NOW);
    const pieces = piecesOf(span);
    expect(pieces.map(({ bin }) => bin)).toEqual(span.bins);
    expect([pieces[0]?.since, pieces.at(-1)?.until]).toEqual([span.since.getTime(), span.until.getTime()]);
    for (const [place, { until }] of pieces.slice(0, -1).entries()) expect(pieces[place + 1]?.since).toBe(until);
    const hours = (day: string) => {
      const piece = pieces.find(({ bin }) => bin === day);
      return piece && (piece.until - piece.since) / 3_600_000;
    };
    expect([hours("2026-10-24"), hours("2026-10-25"), hours("2026-10-26")]).toEqual([24, 25, 24]);
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
    const sales = soldWithin(spanOf("7d", NOW));
    const { visits } = visitsWithin(spanOf("7d", NOW));
    const funnel = funnelOf(visits, sales.orders.loop + sales.orders.gift);
    expect(sales.orders).toEqual({ loop: 1, gift: 1, book_copies: 1 });
    expect(sales.pence).toEqual({ loop: 5999, gift: 6999, book_copies: 15_117 });
    expect([sales.redeemed, sales.redeemedPence, visits.visit]).toEqual([1, 4900, 4]);
    expect(customersWithin(spanOf("7d", NOW))).toEqual({ fresh: 1, returning: 1 });
    expect(sales.bins[0]).toMatchObject({ name: "2026-11-14", orders: { loop: 1 } });
    expect(funnel.map(({ visitors }) => visitors)).toEqual([4, 3, 3, 3, 2, 2, 2]);
    expect(funnel[3]).toMatchObject({ conversions: 2, conversionRate: 2 / 3 });
    expect(soldWithin(spanOf("1d", NOW)).bins[10]).toMatchObject({ name: "10", orders: { gift: 1 } });
  });

  it("and visits and redeemed vouchers begin and end with their span, and are of nobody’s tests", () => {
    const day = spanOf("1d", at("2026-03-10T12:00:00Z"));
    const justBefore = (moment: Date) => at(new Date(moment.getTime() - 1).toISOString());
    const [ada, bea, cal] = [person("Ada"), person("Bea"), person("Cal")];
    sold(justBefore(day.since), { accountId: ada.id });
    sold(day.since, { accountId: ada.id });
    sold(day.since, { accountId: ada.id });
    sold(justBefore(day.since), { accountId: bea.id, isTest: true });
    sold(justBefore(day.until), { accountId: bea.id });
    sold(day.until, { accountId: cal.id });
    sold(day.since, { accountId: cal.id, isTest: true });
    sold(justBefore(day.since), { accountId: person("Dee").id });
    const eve = person("Eve");
    sold(day.since, { accountId: eve.id });
    expect(customersWithin(day)).toEqual({ fresh: 2, returning: 1 });
    const seen = { accountId: eve.id, createdAt: day.since, seenAt: day.since, expiresAt: day.until };
    db.insert(sessions)
      .values({ ...seen, keyHash: newId(), id: newId() })
      .run();
    expect(activeUsers(day)).toBe(1);
    for (const redeemedAt of [justBefore(day.since), day.since, justBefore(day.until), day.until]) {
      const { voucherId } = voucher();
      db.update(vouchers).set({ status: "REDEEMED", redeemedAt }).where(eq(vouchers.id, voucherId)).run();
    }
    expect(soldWithin(day).redeemed).toBe(2);
    const times = [justBefore(day.since), day.since, justBefore(day.until), day.until];
    db.insert(funnelEvents)
      .values(times.map((time, place) => ({ visit: `visit-${place}`, stage: "visit" as const, at: time })))
      .run();
    expect(visitsWithin(day).visits.visit).toBe(2);
    expect(funnelOf({ visit: 2, product: 2, theme: 3, type: 0, address: 0, payment: 0 }, 0)).toMatchObject([
      { conversions: 2 },
      { conversions: null },
      ...Array.from({ length: 5 }, () => ({})),
    ]);
  });

  it("count the hour that comes twice when the clocks go back as one of the day", () => {
    sold(at("2026-10-25T00:30:00Z"));
    sold(at("2026-10-25T01:30:00Z"));
    const day = soldWithin(spanOf("1d", at("2026-10-25T23:59:00Z")));
    expect(day.bins.map(({ orders: { loop } }) => loop).slice(0, 4)).toEqual([0, 2, 0, 0]);
  });

  it("are read from indexes alone", () => {
    const plan = plansOf(() => [soldWithin(spanOf("90d", NOW)), visitsWithin(spanOf("90d", NOW))]);
    const tables = plan.filter((line) => /orders|vouchers|funnel_events/.test(line));
    expect(tables).toHaveLength(5);
    for (const line of tables) expect(line).toMatch(/^SEARCH \w+ USING COVERING INDEX .*>\? AND .*<\?\)$/);
  });

  it("are zero without any orders, in every period", () => {
    const long = new Date("2001-01-01T00:00:00Z");
    for (const period of PERIODS) {
      const [sold, visited] = [soldWithin(spanOf(period, long)), visitsWithin(spanOf(period, long))];
      expect([sold.orders.loop, visited.visits.visit]).toEqual([0, 0]);
    }
    expect([rate(0, 0), growth(3, 0), average(0, 0), growth(3, 2), rate(1, 4), average(10, 4)]).toEqual([
      ...[null, null, null, 0.5, 0.25, 3],
    ]);
  });
});

describe("people who were active", () => {
  it("signed in or came back within the span, each counted once, and no tests", () => {
    const span = spanOf("7d", NOW);
    const before = activeUsers(span);
    const within = at("2026-11-18T12:00:00Z");
    const [early, late] = [at("2026-11-13T12:00:00Z"), at("2026-11-20T10:15:00.001Z")];
    const seen = (accountId: string, seenAt: Date) =>
      db
        .insert(sessions)
        .values({ keyHash: newId(), id: newId(), accountId, createdAt: early, seenAt, expiresAt: late })
        .run();
    const came = (name: string, changes: Partial<typeof accounts.$inferInsert>, ...times: Date[]) => {
      const { id } = person(name);
      db.update(accounts).set(changes).where(eq(accounts.id, id)).run();
      for (const time of times) seen(id, time);
    };
    came("Signed In", { lastSignedInAt: within }, within, within);
    came("Came Back", { lastSignedInAt: early }, within, within);
    came("Never Signed", { lastSignedInAt: null }, within);
    came("Was Early", { lastSignedInAt: early }, early);
    came("Was Late", { lastSignedInAt: late }, late);
    came("Is Test", { lastSignedInAt: within, isTest: true }, within);
    came("Is Test Too", { lastSignedInAt: early, isTest: true }, within);
    expect(activeUsers(span) - before).toBe(3);
  });

  it("and customers are counted slice by slice of the accounts, each account once", () => {
    const plan = plansOf(() => [activeUsers(spanOf("90d", NOW)), customersWithin(spanOf("90d", NOW))]);
    expect(plan.filter((line) => /accounts|sessions|orders/.test(line))).toEqual([
      expect.stringMatching(/^SEARCH accounts USING COVERING INDEX \w+ \(id>\?\)$/),
      expect.stringMatching(/^SEARCH accounts USING INDEX \w+ \(id>\? AND id<\?\)$/),
      "SEARCH sessions USING INDEX sessions_account (account_id=?)",
      expect.stringMatching(/^SEARCH orders USING INDEX \w+ \(account_id>\? AND account_id<\?\)$/),
    ]);
  });
});

it("the active people of a past span are those noted on its last day, nearest to its end", () => {
  const past = spanOf("7d", at("2026-02-10T12:00:00Z"));
  const note = (time: string, found: number) =>
    db
      .insert(activeCounts)
      .values({ at: at(time), day1: found, days7: found, days30: found, days90: found })
      .run();
  note("2026-02-09T23:59:59.999Z", 1);
  note("2026-02-11T00:00:00Z", 2);
  expect(activeUsersNoted("7d", past)).toBeNull();
  note("2026-02-10T00:00:00Z", 3);
  expect(activeUsersNoted("7d", past)).toBe(3);
  note("2026-02-10T11:00:00Z", 4);
  expect(activeUsersNoted("7d", past)).toBe(4);
});
