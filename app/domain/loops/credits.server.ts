import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { loopCredits } from "#db/schema";
import { findLoopType, findTheme, type ThemeId } from "../catalogue/catalogue";

/** The account's newest unspent credit, limited to an id, a theme and a type if given. */
export function unspentCreditLike(
  accountId: string,
  { id, theme, type }: { id?: string; theme?: string; type?: string },
) {
  return db
    .select()
    .from(loopCredits)
    .where(
      and(
        eq(loopCredits.accountId, accountId),
        id === undefined ? undefined : eq(loopCredits.id, id),
        theme === undefined ? undefined : eq(loopCredits.theme, theme),
        type === undefined ? undefined : eq(loopCredits.type, type),
        isNull(loopCredits.spentAt),
        isNull(loopCredits.cancelledAt),
      ),
    )
    .orderBy(desc(loopCredits.createdAt))
    .limit(1)
    .get();
}

/** The account's newest unspent credit, or the one with this id if it is unspent. */
export const unspentCreditOf = (accountId: string, id?: string) => unspentCreditLike(accountId, { id });

/** A credit that waits to be used, as bought: the name and theme of its loop. */
export interface AvailableCredit {
  name: string;
  theme: ThemeId;
}

/** The loop that choosing a delivery date would begin; null without an unspent credit. */
export function availableCreditOf(accountId: string): AvailableCredit | null {
  const credit = unspentCreditOf(accountId);
  if (!credit) return null;
  const { theme, type } = credit;
  return { name: findLoopType(theme, type)?.displayName ?? "new", theme: findTheme(theme)?.id ?? "classic" };
}
