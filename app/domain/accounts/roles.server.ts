import { sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { loopCredits, loops, orders } from "#db/schema";
import { type Roles, rolesOf } from "./roles";

/** The account's current roles. Every page with a header asks, so it is one query answered from indexes. */
export function readRoles(accountId: string): Roles {
  const found = db.get<{ ownsLoop: number; hasBoughtGift: number; hasBought: number }>(sql`
    SELECT
      EXISTS (SELECT 1 FROM ${loops} WHERE ${loops.accountId} = ${accountId})
        OR EXISTS (
          SELECT 1 FROM ${loopCredits}
          WHERE ${loopCredits.accountId} = ${accountId} AND ${loopCredits.cancelledAt} IS NULL
        ) AS ownsLoop,
      EXISTS (
        SELECT 1 FROM ${orders}
        WHERE ${orders.accountId} = ${accountId} AND ${orders.kind} = 'gift' AND ${orders.paidAt} IS NOT NULL
      ) AS hasBoughtGift,
      EXISTS (
        SELECT 1 FROM ${orders} WHERE ${orders.accountId} = ${accountId} AND ${orders.paidAt} IS NOT NULL
      ) AS hasBought
  `);
  return rolesOf({
    ownsLoop: found?.ownsLoop === 1,
    hasBoughtGift: found?.hasBoughtGift === 1,
    hasBought: found?.hasBought === 1,
  });
}
