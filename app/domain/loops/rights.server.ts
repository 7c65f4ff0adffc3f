import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { loopCredits } from "#db/schema";

/** The newest loop somebody has paid for and not begun yet, or the one that `creditId` names if it is such a one. */
export function unspentLoopOf(accountId: string, creditId?: string) {
  return db
    .select()
    .from(loopCredits)
    .where(
      and(
        eq(loopCredits.accountId, accountId),
        creditId === undefined ? undefined : eq(loopCredits.id, creditId),
        isNull(loopCredits.spentAt),
        isNull(loopCredits.cancelledAt),
      ),
    )
    .orderBy(desc(loopCredits.createdAt))
    .limit(1)
    .get();
}

/** The newest loop somebody has paid for and not begun, of this theme and type where they are named. */
export function unspentLoopLike(accountId: string, wanted: { theme?: string; type?: string }) {
  return db
    .select()
    .from(loopCredits)
    .where(
      and(
        eq(loopCredits.accountId, accountId),
        wanted.theme === undefined ? undefined : eq(loopCredits.theme, wanted.theme),
        wanted.type === undefined ? undefined : eq(loopCredits.type, wanted.type),
        isNull(loopCredits.spentAt),
        isNull(loopCredits.cancelledAt),
      ),
    )
    .orderBy(desc(loopCredits.createdAt))
    .limit(1)
    .get();
}
