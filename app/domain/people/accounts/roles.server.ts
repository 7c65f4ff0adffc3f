import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { accounts, loopCredits, loops, orders } from "#db/schema";
import { type Roles, rolesOf } from "./roles";

const ownsLoop = sql`EXISTS (SELECT 1 FROM ${loops} WHERE ${loops.accountId} = ${accounts.id})
  OR EXISTS (
    SELECT 1 FROM ${loopCredits}
    WHERE ${loopCredits.accountId} = ${accounts.id} AND ${loopCredits.cancelledAt} IS NULL
  )`;
const hasBoughtGift = sql`EXISTS (
    SELECT 1 FROM ${orders}
    WHERE ${orders.accountId} = ${accounts.id} AND ${orders.kind} = 'gift' AND ${orders.paidAt} IS NOT NULL
  )`;
const hasBought = sql`EXISTS (
    SELECT 1 FROM ${orders} WHERE ${orders.accountId} = ${accounts.id} AND ${orders.paidAt} IS NOT NULL
  )`;

/** The account's current roles. Every page with a header asks, so it is one query served from indexes. */
export function readRoles(accountId: string): Roles {
  const found = findBelongings(accountId);
  return rolesOf({
    ownsLoop: found?.ownsLoop === 1,
    hasBoughtGift: found?.hasBoughtGift === 1,
    hasBought: found?.hasBought === 1,
  });
}

const findBelongings = prepareGet((accountId: string) =>
  db
    // Each within another expression: drizzle leaves the table out of the columns of a selected one.
    .select({
      ownsLoop: sql<number>`${ownsLoop}`,
      hasBoughtGift: sql<number>`${hasBoughtGift}`,
      hasBought: sql<number>`${hasBought}`,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId)),
);
