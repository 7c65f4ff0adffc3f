import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { accounts, activeCounts, countedFigures, orders, sessions } from "#db/schema";
import { PEOPLE, peopleOver } from "~/domain/backoffice/analytics/people.server";
import { PERIODS, type Span, spanOf } from "~/domain/kernel/time/periods";
import { later, NOW } from "../../../support/people";

const MANY = 1_300;

/** Accounts that signed in, came back and bought at all times of the last 200 days; some are tests, some bought as tests. */
function fill(): void {
  const upTo = (most: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`;
  const at = NOW.getTime();
  const run = (text: string) => rawConnection().exec(text);
  run(`INSERT INTO accounts (id, email, first_name, last_name, password_hash, is_test, last_signed_in_at, terms_accepted_at,
    privacy_accepted_at, created_at, updated_at) ${upTo(MANY)} SELECT printf('%08x', i * 2654435761 % 4294967296),
    'p' || i || '@example.com', 'P', 'Q', '-', i % 11 = 0, CASE WHEN i % 5 > 0 THEN ${at} - i * 7919 * 13001 % (200 * 86400000) END,
    1, 1, ${at} - i * 104729 * 7919 % (200 * 86400000), 1 FROM n`);
  run(`INSERT INTO sessions (key_hash, id, account_id, created_at, seen_at, expires_at) ${upTo(2 * MANY)}
    SELECT 's' || i, 's' || i, printf('%08x', (i * 7 % ${MANY} + 1) * 2654435761 % 4294967296), 1,
    ${at} - i * 48271 * 6007 % (200 * 86400000), ${at} FROM n`);
  run(`INSERT INTO orders (id, number, account_id, basket_key, kind, status, subtotal_pence, total_pence, pricing, email, is_test,
    created_at, paid_at, updated_at) ${upTo(2 * MANY)} SELECT 'o' || i, 'n' || i,
    CASE WHEN i % 13 > 0 THEN printf('%08x', (i * 31 % ${MANY} + 1) * 2654435761 % 4294967296) END, 'b' || i, 'loop', 'PAID', 100, 100,
    '{}', '-', i % 17 = 0, 1, CASE WHEN i % 7 > 0 THEN ${at} - i * 69621 * 5003 % (200 * 86400000) END, 1 FROM n`);
}

/** The same figures from all rows, in plain code. */
function countedFromRows(span: Span) {
  const isWithin = (at: Date | null) => at !== null && at >= span.since && at < span.until;
  const seen = new Map<string, (Date | null)[]>();
  for (const { accountId, seenAt } of db.select().from(sessions).all())
    seen.set(accountId, [...(seen.get(accountId) ?? []), seenAt]);
  const active = db
    .select()
    .from(accounts)
    .all()
    .filter(({ id, isTest, lastSignedInAt }) => !isTest && [lastSignedInAt, ...(seen.get(id) ?? [])].some(isWithin));
  const paid = db
    .select()
    .from(orders)
    .where(sql`paid_at IS NOT NULL AND account_id IS NOT NULL AND is_test = 0`)
    .all();
  const buyers = new Set(paid.filter(({ paidAt }) => isWithin(paidAt)).map(({ accountId }) => accountId));
  const earlier = new Set(
    paid.filter(({ paidAt }) => paidAt !== null && paidAt < span.since).map(({ accountId }) => accountId),
  );
  const returning = [...buyers].filter((buyer) => earlier.has(buyer)).length;
  return { active: active.length, fresh: buyers.size - returning, returning };
}

it("people of every period are those of the rows, counted in slices, and belong to their moment", async () => {
  expect(peopleOver("7d")).toMatchObject({ now: { fresh: null, active: null }, at: null });
  fill();
  await PEOPLE.recount(NOW);
  for (const period of PERIODS) {
    const { active: _, ...before } = countedFromRows(spanOf(period, NOW, "before"));
    const people = peopleOver(period);
    expect([period, people.at, people.now]).toEqual([period, NOW, countedFromRows(spanOf(period, NOW))]);
    expect([period, people.before]).toMatchObject([period, before]);
    expect(people.now.returning).toBeGreaterThan(0);
  }
});

it("the number of active people is noted once an hour, also after the clock was ahead", async () => {
  db.delete(activeCounts).run();
  db.insert(activeCounts)
    .values({ at: later(86_400), day1: 0, days7: 0, days30: 0, days90: 0 })
    .run();
  db.delete(countedFigures).run();
  const recount = async (seconds: number) => {
    await PEOPLE.recount(later(seconds));
    db.update(countedFigures).set({ milliseconds: 0 }).where(eq(countedFigures.name, "people")).run();
    return db.select().from(activeCounts).all().length;
  };
  expect([await recount(0), await recount(3599), await recount(3600), await recount(3700)]).toEqual([2, 2, 3, 3]);
});
