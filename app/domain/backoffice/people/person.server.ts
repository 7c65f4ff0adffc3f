import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll, prepareGet } from "#db/queries.server";
import { accounts, addresses, entries, loops } from "#db/schema";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { IS_CANCELLED } from "~/domain/diary/loops/cancelled-loops.server";
import { IS_FINISHED } from "~/domain/diary/loops/finished-weeks.server";
import { currentWeek, WEEKS } from "~/domain/diary/rules/calendar";
import { formatPostcode } from "~/domain/kernel/text/postcodes";
import { londonDay } from "~/domain/kernel/time/days";
import { reportedOf } from "~/domain/mail/outbox/preferences.server";
import { guestsLike, isGuestRow } from "~/domain/people/accounts/guests.server";
import { streetLines } from "~/domain/people/addresses/forms";
import { peopleNotReached } from "~/domain/people/staff/undeliverable.server";
import { deliveryAddressOf } from "~/domain/shop/orders/orders.server";
import { ordersOfPeople } from "~/domain/shop/orders/person-orders.server";
import { haveOf, whatTheyHave, withoutSecrets } from "../staff/account-list.server";
import { timelineOf, unusedCreditsOf } from "./timeline.server";
import type { TimelineEvent } from "./timeline-events";

/**
 * A person as staff see them, with an account or as a guest: how to reach them, what they have, and what happened, never
 * what they wrote. All purchases of a guest with one address are one person; the address of their page names the newest.
 */

/** The person with this id, as an account or as a guest; undefined for any other id. */
export function personData(id: string, as: "account" | "guest", now: Date) {
  const row = findAccount(id);
  if (!row || isGuestRow(row) !== (as === "guest")) return undefined;
  const ids = guestsLike([id]).get(id) ?? [id];
  const orders = ordersOfPeople(ids);
  const paidPence = orders.reduce((sum, { paidAt, totalPence }) => sum + (paidAt ? totalPence : 0), 0);
  const refundedPence = orders.reduce((sum, { refundedPence: pence }) => sum + pence, 0);
  return {
    ids,
    isGuest: as === "guest",
    account: withoutSecrets(row),
    name: `${row.firstName} ${row.lastName}`.trim() || row.email,
    ...{ paidPence, refundedPence, orderCount: orders.filter(({ paidAt }) => paidAt).length },
    loopCount: haveOf(whatTheyHave([id]), id).loopCount,
    isUndeliverable: peopleNotReached(ids).size > 0,
    reported: reportedOf(row.email),
    places: as === "guest" ? placesOfOrders(orders) : savedPlaces(ids),
    loops: listLoopsWithProgress([...ids]).map((one) => describeLoop(one, now)),
    credits: unusedCreditsOf(ids),
    timeline: [...timelineOf(ids, now), openingOf(row, as)],
  };
}

const findAccount = prepareGet((id: string) => db.select().from(accounts).where(eq(accounts.id, id)));

const listLoopsWithProgress = prepareAll((ids: string[]) =>
  db
    .select({ loop: loops, written: count(entries.id), isCancelled: sql<number>`${IS_CANCELLED}` })
    .from(loops)
    .leftJoin(entries, and(eq(entries.loopId, loops.id), IS_FINISHED))
    .where(isIn(loops.accountId, ids))
    .groupBy(loops.id)
    .orderBy(desc(loops.createdAt)),
);

/** The first line of a timeline, and so the last one of the page. */
function openingOf(row: typeof accounts.$inferSelect, as: "account" | "guest"): TimelineEvent {
  const text = as === "guest" ? "First bought as a guest" : "Account opened";
  return { key: "opened", at: row.createdAt, tab: "sign-ins", mark: "quiet", text };
}

/** Who this is, for a form about them; undefined for an unknown id. */
export function personNamed(id: string) {
  const row = findAccount(id);
  if (!row) return undefined;
  const { firstName, lastName, email, deletionDueAt } = row;
  return {
    id,
    firstName,
    lastName,
    email,
    deletionDueAt,
    isGuest: isGuestRow(row),
    isProven: row.emailVerifiedAt !== null,
  };
}

export type Person = NonNullable<ReturnType<typeof personData>>;

interface Place {
  /** Of a saved address; an order's is corrected on the order. */
  addressId: string | null;
  orderId: string | null;
  label: string;
  lines: string;
}

function savedPlaces(ids: readonly string[]): Place[] {
  return listDeliveryAddresses([...ids]).map((one) => ({
    addressId: one.id,
    orderId: null,
    label: `${one.label ?? "Address"}${one.isDefault ? ", the usual one" : ""}`,
    lines: [...streetLines(one), one.city, formatPostcode(one.postcode)].filter(Boolean).join(", "),
  }));
}

const listDeliveryAddresses = prepareAll((ids: string[]) =>
  db
    .select()
    .from(addresses)
    .where(and(isIn(addresses.accountId, ids), eq(addresses.kind, "shipping")))
    .orderBy(desc(addresses.isDefault), asc(addresses.createdAt)),
);

function placesOfOrders(orders: ReturnType<typeof ordersOfPeople>): Place[] {
  return orders.flatMap((order): Place[] => {
    const place = deliveryAddressOf(order);
    if (!place) return [];
    const lines = [...streetLines(place), place.city, formatPostcode(place.postcode)].filter(Boolean);
    return [{ addressId: null, orderId: order.id, label: `Delivery, ${order.number}`, lines: lines.join(", ") }];
  });
}

function describeLoop({ loop, written, isCancelled }: ReturnType<typeof listLoopsWithProgress>[number], now: Date) {
  const { id, theme, type, status, deliveryDay, startDay } = loop;
  const today = londonDay(now);
  return {
    ...{ id, status, deliveryDay, written, isCancelled: isCancelled === 1 },
    name: findLoopType(theme, type)?.displayName ?? theme,
    week: today < startDay ? 0 : Math.min(WEEKS, currentWeek(loop, today)),
  };
}
