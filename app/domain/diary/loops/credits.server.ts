import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { loopCredits, orders } from "#db/schema";
import { firstDayAfterCancelling } from "~/domain/kernel/time/cancellation-days";
import { londonDay } from "~/domain/kernel/time/days";
import { findLoopType, findTheme, type ThemeId } from "../catalogue/catalogue";

/** The account's newest unspent credit, limited to an id, a theme and a type if given. */
export function unspentCreditLike(
  accountId: string,
  { id, theme, type }: { id?: string; theme?: string; type?: string },
) {
  return listUnspentCredits(accountId).find(
    (credit) =>
      (id ?? credit.id) === credit.id &&
      (theme ?? credit.theme) === credit.theme &&
      (type ?? credit.type) === credit.type,
  );
}

const listUnspentCredits = prepareAll((accountId: string) =>
  db
    .select()
    .from(loopCredits)
    .where(and(...[eq(loopCredits.accountId, accountId), isNull(loopCredits.spentAt), isNull(loopCredits.cancelledAt)]))
    .orderBy(desc(loopCredits.createdAt)),
);

/** The account's newest unspent credit, or the one with this id if it is unspent. */
export const unspentCreditOf = (accountId: string, id?: string) => unspentCreditLike(accountId, { id });

/** The page that begins the loop of this credit, which need not be the newest. */
export const placeToBegin = (creditId: string) => `/loop-end-date?credit=${creditId}`;

/** The page that begins the loop of this order, or of the newest credit; null where none waits. */
export function placeToBeginOrder(accountId: string, orderId: string): string | null {
  const waiting = listUnspentCredits(accountId);
  const credit = waiting.find((one) => one.orderId === orderId) ?? waiting[0];
  return credit ? placeToBegin(credit.id) : null;
}

const nameOf = ({ theme, type }: { theme: string; type: string }) => findLoopType(theme, type)?.displayName ?? "new";

/** The account's other loops that wait for their dates, newest first. */
export function othersToBegin(accountId: string, creditId: string) {
  return listUnspentCredits(accountId)
    .filter(({ id }) => id !== creditId)
    .map((credit) => ({ id: credit.id, name: nameOf(credit), place: placeToBegin(credit.id) }));
}

/** A credit that waits to be used, as bought: the name and theme of its loop. */
export interface AvailableCredit {
  /** Where its date is chosen. */
  place: string;
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
  return {
    place: placeToBegin(credit.id),
    name: nameOf(credit),
    theme: findTheme(theme)?.id ?? "classic",
    type,
    orderId,
  };
}

/** The order a loop was bought with; null for a loop from a voucher. */
export function orderOfLoop(loopId: string): string | null {
  return findCreditOfLoop(loopId)?.orderId ?? null;
}

const findCreditOfLoop = prepareGet((loopId: string) =>
  db.select({ orderId: loopCredits.orderId }).from(loopCredits).where(eq(loopCredits.loopId, loopId)),
);

/**
 * The first day that the year of a credit can start on; null for any day. A buyer who did not ask us to start within the
 * days to cancel starts after them; a voucher's year is not bought by who starts it.
 */
export function firstStartOf({ orderId }: { orderId: string | null }, now: Date): string | null {
  const order = orderId === null ? undefined : findStartRequest(orderId);
  if (!order?.paidAt || order.startRequestedAt) return null;
  const first = firstDayAfterCancelling(order.paidAt);
  return first > londonDay(now) ? first : null;
}

const findStartRequest = prepareGet((orderId: string) =>
  db
    .select({ paidAt: orders.paidAt, startRequestedAt: orders.startRequestedAt })
    .from(orders)
    .where(eq(orders.id, orderId)),
);

/** The same of a year that has its dates. */
export function firstStartOfLoop(loopId: string, now: Date): string | null {
  return firstStartOf({ orderId: orderOfLoop(loopId) }, now);
}

/** Records the wish of a year's owner to start within the days to cancel. */
export function requestStartOfLoop(accountId: string, loopId: string, now: Date): void {
  const orderId = orderOfLoop(loopId);
  if (orderId !== null) updateStartRequest(now, orderId, accountId);
}

const updateStartRequest = prepareRun((now: Date, orderId: string, accountId: string) =>
  db
    .update(orders)
    .set({ startRequestedAt: now, updatedAt: now })
    .where(and(eq(orders.id, orderId), eq(orders.accountId, accountId), isNull(orders.startRequestedAt))),
);

/** Records the wish of a credit's owner to start within the days to cancel. */
export function requestStart(accountId: string, creditId: string | undefined, now: Date): void {
  const credit = unspentCreditOf(accountId, creditId);
  if (credit?.orderId) updateStartRequest(now, credit.orderId, accountId);
}
