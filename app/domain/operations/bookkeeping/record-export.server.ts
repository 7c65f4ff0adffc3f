import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { accounts, orders } from "#db/schema";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { isNotGuest } from "~/domain/people/accounts/guests.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { DaySpan } from "./ledger.server";

/** Orders and customers of some days as files, for those who may take them along. Who took which days is recorded. */

const MOST_ROWS = 100_000;

const instants = ({ from, until }: DaySpan) => [startOfLondonDay(from), endOfLondonDay(until)] as const;

export function exportOrders(span: DaySpan, staffId: string, now: Date) {
  const rows = listOrders(...instants(span));
  record("orders.export", { ...span, rows: rows.length }, staffId, now);
  return rows;
}

const listOrders = prepareAll((from: Date, until: Date) =>
  db
    .select()
    .from(orders)
    .where(and(gte(orders.createdAt, from), lte(orders.createdAt, until), eq(orders.isTest, false)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(MOST_ROWS),
);

/** The customers whose accounts were opened on these days, with how many orders they paid and for how much. */
export function exportCustomers(span: DaySpan, staffId: string, now: Date) {
  const rows = listCustomers(...instants(span));
  record("accounts.export", { ...span, rows: rows.length }, staffId, now);
  return rows;
}

const listCustomers = prepareAll((from: Date, until: Date) =>
  db
    .select({
      id: accounts.id,
      email: accounts.email,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      status: accounts.status,
      createdAt: accounts.createdAt,
      orders: sql<number>`(SELECT count(*) FROM orders WHERE orders.account_id = accounts.id AND orders.paid_at IS NOT NULL)`,
      spentPence: sql<number>`(SELECT coalesce(sum(total_pence - refunded_pence), 0) FROM orders WHERE orders.account_id = accounts.id AND orders.paid_at IS NOT NULL)`,
    })
    .from(accounts)
    .where(
      and(
        ...[gte(accounts.createdAt, from), lte(accounts.createdAt, until)],
        ...[eq(accounts.isTest, false), isNotGuest],
      ),
    )
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
    .limit(MOST_ROWS),
);

function record(
  action: "orders.export" | "accounts.export",
  after: DaySpan & { rows: number },
  staffId: string,
  now: Date,
): void {
  const object = {
    type: action === "orders.export" ? "orders" : "accounts",
    id: `${after.from}..${after.until}`,
  };
  write((tx) => recordAuditEvent(tx, { staffId, action, object, after, now }));
}
