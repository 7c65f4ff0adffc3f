import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, keepAll } from "#db/queries.server";
import {
  accounts,
  alarms,
  discounts,
  emails,
  entries,
  loops,
  orders,
  restoreRequests,
  shipments,
  staff,
  voucherBatches,
  vouchers,
} from "#db/schema";
import { isGuestRow } from "../accounts/guests.server";
import { ROLE_NAMES, type StaffRole } from "./permissions";

/** What staff acts were about, by the names people know things by, and whose it is: a query for each kind of thing on a page. */

interface Found {
  id: string;
  name: string | null;
  /** The customer whose it is. */
  accountId?: string | null;
}

type NamesQuery = (ids: string[]) => readonly Found[];

const accountNames = keepAll((ids: string[]) =>
  db
    .select({
      id: accounts.id,
      first: accounts.firstName,
      last: accounts.lastName,
      email: accounts.email,
      passwordHash: accounts.passwordHash,
    })
    .from(accounts)
    .where(isIn(accounts.id, ids)),
);
const orderNames = keepAll((ids: string[]) =>
  db
    .select({ id: orders.id, name: orders.number, accountId: orders.accountId })
    .from(orders)
    .where(isIn(orders.id, ids)),
);
const voucherNames = keepAll((ids: string[]) =>
  db
    .select({
      id: vouchers.id,
      lastFour: vouchers.lastFour,
      accountId: sql<
        string | null
      >`coalesce(${vouchers.redeemedByAccountId}, ${vouchers.purchasedByAccountId})`,
    })
    .from(vouchers)
    .where(isIn(vouchers.id, ids)),
);
const batchNames = keepAll((ids: string[]) =>
  db
    .select({ id: voucherBatches.id, name: voucherBatches.note })
    .from(voucherBatches)
    .where(isIn(voucherBatches.id, ids)),
);
const discountNames = keepAll((ids: string[]) =>
  db.select({ id: discounts.id, name: discounts.code }).from(discounts).where(isIn(discounts.id, ids)),
);
const staffNames = keepAll((ids: string[]) =>
  db.select({ id: staff.id, name: staff.name }).from(staff).where(isIn(staff.id, ids)),
);
const emailNames = keepAll((ids: string[]) =>
  db
    .select({ id: emails.id, name: emails.toEmail, accountId: emails.accountId })
    .from(emails)
    .where(isIn(emails.id, ids)),
);
const restoreNames = keepAll((ids: string[]) =>
  db
    .select({ id: restoreRequests.id, name: restoreRequests.account })
    .from(restoreRequests)
    .where(isIn(restoreRequests.id, ids)),
);
const entryNames = keepAll((ids: string[]) =>
  db
    .select({ id: entries.id, week: entries.week, accountId: loops.accountId })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(isIn(entries.id, ids)),
);
const shipmentNames = keepAll((ids: string[]) =>
  db
    .select({
      id: shipments.id,
      name: sql<string>`'books'`,
      accountId: sql<string | null>`coalesce(${orders.accountId}, ${loops.accountId})`,
    })
    .from(shipments)
    .leftJoin(orders, eq(orders.id, shipments.orderId))
    .leftJoin(loops, eq(loops.id, shipments.loopId))
    .where(isIn(shipments.id, ids)),
);
const alarmNames = keepAll((ids: string[]) =>
  db.select({ id: alarms.id, kind: alarms.kind }).from(alarms).where(isIn(alarms.id, ids)),
);

const NAMES: Readonly<Record<string, NamesQuery>> = {
  account: (ids) => ids.map((id) => ({ id, name: null, accountId: id })),
  alarm: (ids) => alarmNames(ids).map(({ id, kind }) => ({ id, name: kind.replaceAll("_", " ") })),
  order: orderNames,
  voucher: (ids) =>
    voucherNames(ids).map(({ lastFour, ...found }) => ({ ...found, name: `voucher ···· ${lastFour}` })),
  voucher_batch: batchNames,
  discount: discountNames,
  staff: staffNames,
  email: emailNames,
  exposure_limit: (ids) => ids.map((id) => ({ id, name: ROLE_NAMES[id as StaffRole] ?? null })),
  restore_request: restoreNames,
  shipment: shipmentNames,
  entry: (ids) => entryNames(ids).map(({ week, ...found }) => ({ ...found, name: `week ${week}` })),
};

/** The customer that an act was about. */
export interface AuditPerson {
  id: string;
  name: string;
  isGuest: boolean;
}

export interface AuditObject {
  /** Null for what has no other name than its person’s. */
  name: string | null;
  person: AuditPerson | null;
}

/** The name and the customer of each of these things, by its id; what was deleted since has none. */
export function nameObjects(
  about: readonly { objectType: string; objectId: string }[],
): ReadonlyMap<string, AuditObject> {
  const found = Object.entries(NAMES).flatMap(([type, query]) => {
    const ids = [...new Set(about.filter((one) => one.objectType === type).map((one) => one.objectId))];
    return ids.length === 0 ? [] : query(ids);
  });
  const people = peopleOf(found.flatMap(({ accountId }) => accountId ?? []));
  return new Map(
    found.map(({ id, name, accountId }) => [id, { name, person: people.get(accountId ?? "") ?? null }]),
  );
}

function peopleOf(ids: readonly string[]): ReadonlyMap<string, AuditPerson> {
  const rows = ids.length === 0 ? [] : accountNames([...new Set(ids)]);
  return new Map(
    rows.map(({ id, first, last, email, passwordHash }) => [
      id,
      { id, name: `${first} ${last}`.trim() || email, isGuest: isGuestRow({ passwordHash }) },
    ]),
  );
}
