import SqliteFile from "better-sqlite3";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { databaseFile, db } from "#db/client.server";
import { newId } from "#db/identifiers";
import { countedDays, funnelEvents, orders, vouchers } from "#db/schema";
import { countAtOnce } from "~/domain/backoffice/analytics/counting.server";
import { countDays, KINDS, soldWithin, visitsWithin } from "~/domain/backoffice/analytics/sales.server";
import { STAGES } from "~/domain/backoffice/analytics/stages";
import { londonDay } from "~/domain/kernel/time/days";
import { londonTime, startOfLondonDay } from "~/domain/kernel/time/instants";
import { PERIODS, type Span, spanOf } from "~/domain/kernel/time/periods";
import { voucher } from "../../../support/vouchers";

/** A Friday at 10:15 in London. */
const NOW = new Date("2026-11-20T10:15:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Order = Partial<typeof orders.$inferInsert>;

function sold(paidAt: Date | null, given: Order = {}): string {
  const totalPence = given.totalPence ?? 6999;
  const at = paidAt ?? NOW;
  return db
    .insert(orders)
    .values({
      ...{ number: newId(), basketKey: newId(), kind: "loop", status: "PAID", pricing: "{}", email: "-" },
      ...{ subtotalPence: totalPence, totalPence, createdAt: at, paidAt, updatedAt: at },
      ...given,
    })
    .returning()
    .get().id;
}

const changeOrder = (id: string, change: Order) => db.update(orders).set(change).where(eq(orders.id, id)).run();

function redeemed(redeemedAt: Date, given: Partial<typeof vouchers.$inferInsert> = {}): string {
  const { voucherId } = voucher({}, { status: "REDEEMED", redeemedAt, ...given });
  return voucherId;
}

/** A voucher that comes into the table redeemed. */
function addRedeemed(redeemedAt: Date): string {
  const { voucherId } = voucher();
  const given = db.select().from(vouchers).where(eq(vouchers.id, voucherId)).get();
  if (!given) throw new Error("No voucher was issued.");
  const [id, codeHash] = [newId(), newId()];
  db.insert(vouchers)
    .values({ ...given, id, codeHash, status: "REDEEMED", redeemedAt })
    .run();
  return id;
}

const changeVoucher = (id: string, change: Partial<typeof vouchers.$inferInsert>) =>
  db.update(vouchers).set(change).where(eq(vouchers.id, id)).run();

function visited(at: Date, stage: string): string {
  const visit = newId();
  db.insert(funnelEvents).values({ visit, stage, at }).run();
  return visit;
}

const count = (now: Date) => countAtOnce(countDays(now));
const countedNames = () =>
  db
    .select({ since: countedDays.since })
    .from(countedDays)
    .all()
    .map(({ since }) => londonDay(since));

/** The same figures from all rows, in plain code. */
function countedFromRows(span: Span) {
  const isWithin = (at: Date | null): at is Date => at !== null && at >= span.since && at < span.until;
  const binOf = (at: Date) => (span.bins[0]?.length === 2 ? londonTime(at).slice(0, 2) : londonDay(at));
  const paid = db
    .select()
    .from(orders)
    .all()
    .flatMap((one) => (isWithin(one.paidAt) && !one.isTest ? [{ ...one, bin: binOf(one.paidAt) }] : []));
  const used = db
    .select()
    .from(vouchers)
    .all()
    .flatMap((one) =>
      isWithin(one.redeemedAt) && one.status === "REDEEMED" && !one.isTest
        ? [{ ...one, bin: binOf(one.redeemedAt) }]
        : [],
    );
  const steps = db
    .select()
    .from(funnelEvents)
    .all()
    .flatMap((one) => (isWithin(one.at) ? [{ ...one, bin: binOf(one.at) }] : []));
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  return span.bins.map((name) => {
    const of = (kind: string) => paid.filter((one) => one.bin === name && one.kind === kind);
    const vouchersOf = used.filter(({ bin }) => bin === name);
    return {
      name,
      orders: Object.fromEntries(KINDS.map((kind) => [kind, of(kind).length])),
      pence: Object.fromEntries(
        KINDS.map((kind) => [
          kind,
          sum(of(kind).map(({ totalPence, refundedPence }) => totalPence - (refundedPence ?? 0))),
        ]),
      ),
      redeemed: vouchersOf.length,
      redeemedPence: sum(vouchersOf.map(({ currency, valuePence }) => (currency === "GBP" ? valuePence : 0))),
      visits: Object.fromEntries(
        STAGES.map((stage) => [stage, steps.filter((one) => one.bin === name && one.stage === stage).length]),
      ),
    };
  });
}

function expectSame(now: Date): void {
  for (const period of PERIODS) {
    for (const which of ["now", "before"] as const) {
      const span = spanOf(period, now, which);
      const visits = new Map(visitsWithin(span).bins.map((bin) => [bin.name, bin.visits]));
      const shown = soldWithin(span).bins.map((bin) => ({ ...bin, visits: visits.get(bin.name) }));
      expect([period, which, shown]).toEqual([period, which, countedFromRows(span)]);
    }
  }
}

/** The same numbers in every run. */
function chances(): (below: number) => number {
  let state = 20_261_120;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

beforeEach(() => {
  for (const table of [orders, vouchers, funnelEvents, countedDays]) db.delete(table).run();
});

describe("the days that were counted", () => {
  it("give the figures that the rows give, whatever is paid, refunded, moved, redeemed, deleted or visited meanwhile", () => {
    const chance = chances();
    const [bought, given, visits]: [string[], string[], string[]] = [[], [], []];
    const pick = (ids: readonly string[]) => ids[chance(ids.length)] ?? "";
    let now = new Date(NOW.getTime() - 3 * DAY_MS);
    const moment = () => {
      const at = new Date(now.getTime() - chance(190 * 24) * HOUR_MS - chance(HOUR_MS));
      const midnight = startOfLondonDay(londonDay(at));
      return [at, midnight, new Date(midnight.getTime() - 1)][chance(3)] ?? at;
    };
    const acts = [
      () => bought.push(sold(moment(), { kind: KINDS[chance(3)] ?? "gift", totalPence: 3000 + chance(9000) })),
      () => bought.push(sold(null, { status: "PENDING" })),
      () => changeOrder(pick(bought), { refundedPence: chance(3000), status: "PARTLY_REFUNDED" }),
      () => changeOrder(pick(bought), { paidAt: moment() }),
      () => changeOrder(pick(bought), { isTest: chance(2) === 0 }),
      () => changeOrder(pick(bought), { kind: KINDS[chance(3)] ?? "gift" }),
      () => changeOrder(pick(bought), { status: "CANCELLED", paidAt: null }),
      () =>
        db
          .delete(orders)
          .where(eq(orders.id, pick(bought)))
          .run(),
      () => given.push(redeemed(moment(), { valuePence: 1000 + chance(9000) })),
      () => given.push(voucher().voucherId),
      () => given.push(addRedeemed(moment())),
      () => changeVoucher(pick(given), { status: "REDEEMED", redeemedAt: moment() }),
      () => changeVoucher(pick(given), { redeemedAt: null }),
      () => changeVoucher(pick(given), { currency: chance(2) === 0 ? "GBP" : "USD", valuePence: 1 + chance(9000) }),
      () => changeVoucher(pick(given), { isTest: chance(2) === 0 }),
      () =>
        db
          .delete(vouchers)
          .where(eq(vouchers.id, pick(given)))
          .run(),
      () => visits.push(visited(moment(), STAGES[chance(STAGES.length)] ?? "visit")),
      () =>
        db
          .delete(funnelEvents)
          .where(eq(funnelEvents.visit, pick(visits)))
          .run(),
      () => count(now),
    ];
    for (let turn = 0; turn < 600; turn += 1) {
      acts[chance(acts.length)]?.();
      if (turn % 100 === 0) now = new Date(now.getTime() + chance(30) * HOUR_MS);
      if (turn % 20 === 0) expectSame(now);
    }
    count(now);
    expectSame(now);
    // Of each kind there was enough to go wrong.
    expect([bought.length > 40, given.length > 20, countedNames().length]).toEqual([true, true, 179]);
  });

  it("are counted again once one of them changes, that day alone", () => {
    const yesterday = new Date("2026-11-19T12:00:00Z");
    const [order, other] = [sold(yesterday), sold(new Date("2026-11-17T12:00:00Z"))];
    const [used, kept] = [redeemed(new Date("2026-11-16T12:00:00Z")), redeemed(new Date("2026-11-10T12:00:00Z"))];
    expect(count(NOW)).toBe(179);
    expect(count(NOW)).toBe(0);
    const changed = (change: () => unknown) => {
      const before = countedNames();
      change();
      const after = new Set(countedNames());
      count(NOW);
      return before.filter((day) => !after.has(day));
    };
    expect(changed(() => changeOrder(order, { refundedPence: 100 }))).toEqual(["2026-11-19"]);
    expect(changed(() => changeOrder(order, { paidAt: new Date("2026-11-18T23:59:59.999Z") }))).toEqual([
      ...["2026-11-18", "2026-11-19"],
    ]);
    expect(changed(() => db.delete(orders).where(eq(orders.id, other)).run())).toEqual(["2026-11-17"]);
    expect(changed(() => addRedeemed(new Date("2026-11-14T12:00:00Z")))).toEqual(["2026-11-14"]);
    expect(changed(() => changeVoucher(used, { valuePence: 1234 }))).toEqual(["2026-11-16"]);
    expect(changed(() => db.delete(vouchers).where(eq(vouchers.id, used)).run())).toEqual(["2026-11-16"]);
    expect(changed(() => visited(new Date("2026-11-15T00:00:00Z"), "visit"))).toEqual(["2026-11-15"]);
    expect(changed(() => db.delete(funnelEvents).run())).toEqual(["2026-11-15"]);
    // What changes nothing that is counted, and what happens today.
    expect(changed(() => changeOrder(order, { status: "REFUNDED", updatedAt: NOW }))).toEqual([]);
    expect(changed(() => changeVoucher(kept, { recipientName: "Callum" }))).toEqual([]);
    expect(changed(() => sold(startOfLondonDay("2026-11-20")))).toEqual([]);
    expect(changed(() => [redeemed(NOW), visited(NOW, "visit")])).toEqual([]);
  });

  it("are read as they were counted, while today and the last day of the period before are counted from the rows", () => {
    count(NOW);
    const stored = db.select().from(countedDays).get();
    if (!stored) throw new Error("No day was counted.");
    const figures = { ...stored.figures, redeemed: 1000, visits: { ...stored.figures.visits, visit: 2000 } };
    db.update(countedDays).set({ figures }).run();
    const [now, before] = [spanOf("7d", NOW), spanOf("7d", NOW, "before")];
    expect([soldWithin(now).redeemed, visitsWithin(now).visits.visit]).toEqual([6000, 12_000]);
    expect([soldWithin(before).redeemed, visitsWithin(before).visits.visit]).toEqual([6000, 12_000]);
  });

  it("are kept while a period reaches into them, and a clock that was ahead does no harm", () => {
    count(new Date(NOW.getTime() + 5 * DAY_MS));
    const [oldest] = countedNames();
    sold(NOW);
    expectSame(NOW);
    count(new Date(NOW.getTime() + 6 * DAY_MS));
    expect([oldest, countedNames()[0], countedNames().length]).toEqual(["2026-05-30", "2026-05-31", 179]);
    expectSame(NOW);
  });
});

it("of two counts of a day, one that began before a change stores nothing", () => {
  const day = startOfLondonDay("2026-11-12");
  const id = sold(new Date(day.getTime() + HOUR_MS));
  const stored = () => db.select().from(countedDays).where(eq(countedDays.since, day)).get();
  const [first, second] = [countDays(NOW), countDays(NOW)];
  while (!stored()) first.next();
  db.update(orders).set({ refundedPence: 999 }).where(eq(orders.id, id)).run();
  while (!stored()) second.next();
  const note = stored();
  first.next();
  first.next();
  expect(stored()).toEqual(note);
  for (let step = second.next(); !step.done; ) step = second.next();
  expect(stored()?.until).toEqual(startOfLondonDay("2026-11-13"));
});

it("a day in which something changes while it is counted is counted again, and others can write all the time", () => {
  const day = startOfLondonDay("2026-11-12");
  const id = sold(new Date(day.getTime() + HOUR_MS));
  const others = new SqliteFile(databaseFile, { timeout: 0 });
  const counting = countDays(NOW);
  const isNoted = () => db.select().from(countedDays).where(eq(countedDays.since, day)).get() !== undefined;
  while (!isNoted()) counting.next();
  others.prepare("UPDATE orders SET refunded_pence = 999 WHERE id = ?").run(id);
  others.close();
  for (let step = counting.next(); !step.done; ) step = counting.next();
  expect(isNoted()).toBe(false);
  const span = { since: day, until: startOfLondonDay("2026-11-13"), bins: ["2026-11-12"] };
  expect(soldWithin(span).pence.loop).toBe(6000);
  expect(count(NOW)).toBe(1);
  expect(isNoted()).toBe(true);
  expect(soldWithin(span).pence.loop).toBe(6000);
});
