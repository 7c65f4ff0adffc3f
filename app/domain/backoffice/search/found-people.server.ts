import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import { accounts, addresses, orders } from "#db/schema";
import { formatPostcode } from "~/domain/kernel/text/postcodes";
import { guestsLike, isGuestRow } from "~/domain/people/accounts/guests.server";
import { peopleNotReached } from "~/domain/people/staff/undeliverable.server";
import { disputedOrders } from "~/domain/shop/orders/dispute-records.server";
import { haveOf, whatTheyHave } from "../staff/account-list.server";

/** People that were found: accounts, and guests, who may have bought several times and are one person all the same. */

/** The people of these ids, in their order; a guest with everything they bought with one address. */
export function foundPeople(ids: readonly string[]) {
  const guests = guestsLike(ids);
  const rowsOf = (id: string) => guests.get(id) ?? [id];
  const wanted = ids.flatMap(rowsOf);
  const rows = new Map(listAccounts([...ids]).map((row) => [row.id, row]));
  const bought = listOrdersOf(wanted);
  const saved = listPostcodesOf(wanted);
  const have = whatTheyHave([...ids]);
  const disputed = disputedOrders(bought.map(({ id }) => id));
  const undeliverable = peopleNotReached(wanted);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const isOwn = ({ accountId }: { accountId: string | null }) => rowsOf(id).includes(accountId ?? "");
    const own = bought.filter(isOwn);
    const places = [...saved.filter(isOwn), ...own];
    const postcode = places.find((place) => place.postcode)?.postcode;
    return [
      {
        id,
        name: `${row.firstName} ${row.lastName}`.trim() || row.email,
        email: row.email,
        isGuest: isGuestRow(row),
        postcode: postcode ? formatPostcode(postcode) : null,
        loopCount: haveOf(have, id).loopCount,
        orderCount: own.filter(({ hasPaid }) => hasPaid === 1).length,
        status: row.status,
        isLeaving: row.deletionDueAt !== null,
        /** An order of theirs that a bank disputes. */
        disputedOrderId: own.find((order) => disputed.has(order.id))?.id ?? null,
        /** Our emails to their address fail. */
        isUndeliverable: rowsOf(id).some((one) => undeliverable.has(one)),
      },
    ];
  });
}

export type FoundPerson = ReturnType<typeof foundPeople>[number];

const listAccounts = prepareAll((ids: string[]) => db.select().from(accounts).where(isIn(accounts.id, ids)));

const listOrdersOf = prepareAll((ids: string[]) =>
  db
    .select({
      id: orders.id,
      accountId: orders.accountId,
      postcode: sql<
        string | null
      >`CASE WHEN json_valid(${orders.deliveryAddress}) THEN json_extract(${orders.deliveryAddress}, '$.postcode') END`,
      hasPaid: sql<number>`${orders.paidAt} IS NOT NULL`,
    })
    .from(orders)
    .where(isIn(orders.accountId, ids))
    .orderBy(desc(orders.createdAt)),
);

const listPostcodesOf = prepareAll((ids: string[]) =>
  db
    .select({ accountId: addresses.accountId, postcode: addresses.postcode })
    .from(addresses)
    .where(and(isIn(addresses.accountId, ids), eq(addresses.kind, "shipping")))
    .orderBy(desc(addresses.isDefault), addresses.createdAt),
);
