import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { loopCredits } from "#db/schema";
import { findLoopType, findTheme, type ThemeId } from "../catalogue/catalogue";

/** The newest loop somebody has paid for and not begun yet, or the one that `creditId` names if it is such a one. */
export function unspentCreditOf(accountId: string, creditId?: string) {
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

/** What waits to be begun, as it was bought: its name and the theme it is dressed in. */
export interface AvailableCredit {
  name: string;
  theme: ThemeId;
}

/** The loop that choosing a delivery date would begin; null where none is paid for. */
export function availableCreditOf(accountId: string): AvailableCredit | null {
  const credit = unspentCreditOf(accountId);
  if (!credit) return null;
  const { theme, type } = credit;
  return { name: findLoopType(theme, type)?.displayName ?? "new", theme: findTheme(theme)?.id ?? "classic" };
}

/** The newest loop somebody has paid for and not begun, of this theme and type where they are named. */
export function unspentCreditLike(accountId: string, wanted: { theme?: string; type?: string }) {
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
