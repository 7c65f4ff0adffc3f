import { desc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { impersonations, staff } from "#db/schema";

const MOST_SHOWN = 100;

/** All impersonations of this account, newest first: who, when and why. */
export const impersonationsOfAccount = prepareAll((accountId: string) =>
  db
    .select({
      id: impersonations.id,
      staffName: staff.name,
      reason: impersonations.reason,
      at: impersonations.startedAt,
    })
    .from(impersonations)
    .innerJoin(staff, eq(staff.id, impersonations.staffId))
    .where(eq(impersonations.accountId, accountId))
    .orderBy(desc(impersonations.startedAt))
    .limit(MOST_SHOWN),
);
