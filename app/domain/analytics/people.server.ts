import { sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { accounts, orders, sessions } from "#db/schema";
import type { Span } from "./periods";

/** How many people buy and come back; never which. */

export interface Customers {
  /** Bought for the first time within the span. */
  fresh: number;
  /** Bought within it and had bought before. */
  returning: number;
}

/** Whoever paid for an order within the span, by account; orders whose account is deleted are nobody's. */
export function customersWithin({ since, until }: Span): Customers {
  const found = db.get<{ fresh: number | null; bought: number }>(sql`
    SELECT coalesce(sum(first >= ${since.getTime()}), 0) AS fresh, count(*) AS bought FROM (
      SELECT min(paid_at) AS first, max(paid_at >= ${since.getTime()}) AS within
      FROM ${orders}
      WHERE paid_at < ${until.getTime()} AND account_id IS NOT NULL AND is_test = 0
      GROUP BY account_id
    ) WHERE within`);
  const fresh = found.fresh ?? 0;
  return { fresh, returning: found.bought - fresh };
}

/** People who signed in within the span, or came back to it signed in. */
export function activeUsers({ since, until }: Span): number {
  const [from, to] = [since.getTime(), until.getTime()];
  const found = db.get<{ people: number }>(sql`
    SELECT count(*) AS people FROM (
      SELECT id FROM ${accounts}
      WHERE last_signed_in_at >= ${from} AND last_signed_in_at < ${to} AND is_test = 0
      UNION
      SELECT account_id FROM ${sessions} JOIN ${accounts} ON accounts.id = account_id
      WHERE seen_at >= ${from} AND seen_at < ${to} AND is_test = 0
    )`);
  return found.people;
}
