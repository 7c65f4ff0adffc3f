import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { accounts, loopCredits, loops, orders, shipments, vouchers } from "#db/schema";
import type { Kind } from "./kinds";

/**
 * What has an email address that begins with what was typed, found in the indexes of addresses: as quickly in a large shop
 * as in a small one. Three letters in a row, by which everything else is found, are in more rows the larger the shop is.
 */

/** An address from its beginning to its @ or further, lower-cased as SQLite does it; null for anything else. */
export function addressBegun(words: string): string | null {
  if (!/^[^\s@]+@[^\s@]*$/.test(words)) return null;
  return words.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** After every character. */
const LAST = "\u{10ffff}";

/** The ids of a kind whose address begins so, newest first; partner orders have no address. */
export function idsByAddress(kind: Kind, begun: string, most: number): string[] {
  return (LISTS[kind]?.(begun, `${begun}${LAST}`, most) ?? []).map(({ id }) => id);
}

type List = (from: string, to: string, most: number) => { id: string }[];

const begins = (email: SQLWrapper, from: string, to: string) =>
  sql`lower(${email}) >= ${from} AND lower(${email}) < ${to}`;

/** Their orders, of which a gift's voucher, its year and that year's shipment know. */
const ordersOf = (from: string, to: string) =>
  sql`SELECT ${orders.id} FROM ${orders} INDEXED BY orders_email WHERE ${begins(orders.email, from, to)}`;

const found = (rows: SQL, most: number) =>
  db.select({ id: sql<string>`id` }).from(sql`(${rows}) AS found`).orderBy(sql`created_at DESC`).limit(most);

const LISTS: Partial<Record<Kind, List>> = {
  person: prepareAll((from: string, to: string, most: number) =>
    found(
      sql`SELECT id, created_at FROM ${accounts} INDEXED BY accounts_email WHERE ${begins(accounts.email, from, to)}`,
      most,
    ),
  ),
  order: prepareAll((from: string, to: string, most: number) =>
    found(
      sql`SELECT id, created_at FROM ${orders} INDEXED BY orders_email WHERE ${begins(orders.email, from, to)}`,
      most,
    ),
  ),
  voucher: prepareAll((from: string, to: string, most: number) =>
    found(
      sql`SELECT id, created_at FROM ${vouchers} INDEXED BY vouchers_recipient_begins
          WHERE ${begins(vouchers.recipientEmail, from, to)}
        UNION SELECT id, created_at FROM ${vouchers} WHERE order_id IN (${ordersOf(from, to)})`,
      most,
    ),
  ),
  shipment: prepareAll((from: string, to: string, most: number) =>
    found(
      sql`SELECT id, created_at FROM ${shipments} WHERE order_id IN (${ordersOf(from, to)})
        UNION SELECT id, created_at FROM ${shipments} WHERE loop_id IN (
          SELECT ${loops.id} FROM ${accounts} INDEXED BY accounts_email
          CROSS JOIN ${loops} ON ${loops.accountId} = ${accounts.id} WHERE ${begins(accounts.email, from, to)})
        UNION SELECT id, created_at FROM ${shipments} WHERE order_id IS NULL AND loop_id IN (
          SELECT loop_id FROM ${loopCredits} WHERE order_id IN (${ordersOf(from, to)})
          UNION SELECT loop_id FROM ${loopCredits} WHERE voucher_id IN (
            SELECT ${vouchers.id} FROM ${vouchers} WHERE ${vouchers.orderId} IN (${ordersOf(from, to)})))`,
      most,
    ),
  ),
};
