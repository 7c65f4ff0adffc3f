import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { keepAll, keepGet } from "#db/queries.server";
import { loopCredits } from "#db/schema";
import { findLoopType, findTheme, type ThemeId } from "../catalogue/catalogue";

const unspentQuery = keepAll((accountId: string) =>
  db
    .select()
    .from(loopCredits)
    .where(
      and(
        ...[
          eq(loopCredits.accountId, accountId),
          isNull(loopCredits.spentAt),
          isNull(loopCredits.cancelledAt),
        ],
      ),
    )
    .orderBy(desc(loopCredits.createdAt)),
);

/** The account's newest unspent credit, limited to an id, a theme and a type if given. */
export function unspentCreditLike(
  accountId: string,
  { id, theme, type }: { id?: string; theme?: string; type?: string },
) {
  return unspentQuery(accountId).find(
    (credit) =>
      (id ?? credit.id) === credit.id &&
      (theme ?? credit.theme) === credit.theme &&
      (type ?? credit.type) === credit.type,
  );
}

/** The account's newest unspent credit, or the one with this id if it is unspent. */
export const unspentCreditOf = (accountId: string, id?: string) => unspentCreditLike(accountId, { id });

/** A credit that waits to be used, as bought: the name and theme of its loop. */
export interface AvailableCredit {
  name: string;
  theme: ThemeId;
  type: string;
  /** Null when a voucher gave it. */
  orderId: string | null;
}

/** The loop that choosing a delivery date would begin; null without an unspent credit. */
export function availableCreditOf(accountId: string): AvailableCredit | null {
  const credit = unspentCreditOf(accountId);
  if (!credit) return null;
  const { theme, type, orderId } = credit;
  const name = findLoopType(theme, type)?.displayName ?? "new";
  return { name, theme: findTheme(theme)?.id ?? "classic", type, orderId };
}

const creditOfLoopQuery = keepGet((loopId: string) =>
  db.select({ orderId: loopCredits.orderId }).from(loopCredits).where(eq(loopCredits.loopId, loopId)),
);

/** The order a loop was bought with; null for a loop from a voucher. */
export function orderOfLoop(loopId: string): string | null {
  return creditOfLoopQuery(loopId)?.orderId ?? null;
}
