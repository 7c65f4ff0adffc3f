import { desc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { impersonations, staff } from "#db/schema";

/** One time that somebody who works here saw the product as this customer sees it. */
export interface AccountImpersonation {
  id: string;
  staffName: string;
  reason: string;
  at: Date;
}

const MOST_SHOWN = 100;

/** Every time anybody of the staff looked as this account, the newest first: who, when and why. */
export function impersonationsOfAccount(accountId: string): AccountImpersonation[] {
  return db
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
    .limit(MOST_SHOWN)
    .all();
}
