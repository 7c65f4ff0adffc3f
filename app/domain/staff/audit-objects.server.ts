import { db } from "#db/client.server";
import { isIn, keepAll } from "#db/queries.server";
import {
  accounts,
  discounts,
  emails,
  entries,
  orders,
  restoreRequests,
  staff,
  voucherBatches,
  vouchers,
} from "#db/schema";
import { ROLE_NAMES, type StaffRole } from "./permissions";

/** What staff acts were about, by the names people know things by: a query for each kind of thing on a page. */

type NamesQuery = (ids: string[]) => readonly { id: string; name: string | null }[];

const accountNames = keepAll((ids: string[]) =>
  db
    .select({ id: accounts.id, first: accounts.firstName, last: accounts.lastName, email: accounts.email })
    .from(accounts)
    .where(isIn(accounts.id, ids)),
);
const orderNames = keepAll((ids: string[]) =>
  db.select({ id: orders.id, name: orders.number }).from(orders).where(isIn(orders.id, ids)),
);
const voucherNames = keepAll((ids: string[]) =>
  db.select({ id: vouchers.id, lastFour: vouchers.lastFour }).from(vouchers).where(isIn(vouchers.id, ids)),
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
  db.select({ id: emails.id, name: emails.toEmail }).from(emails).where(isIn(emails.id, ids)),
);
const restoreNames = keepAll((ids: string[]) =>
  db
    .select({ id: restoreRequests.id, name: restoreRequests.account })
    .from(restoreRequests)
    .where(isIn(restoreRequests.id, ids)),
);
const entryNames = keepAll((ids: string[]) =>
  db.select({ id: entries.id, week: entries.week }).from(entries).where(isIn(entries.id, ids)),
);

const NAMES: Readonly<Record<string, NamesQuery>> = {
  account: (ids) =>
    accountNames(ids).map(({ id, first, last, email }) => ({ id, name: `${first} ${last}`.trim() || email })),
  order: orderNames,
  voucher: (ids) => voucherNames(ids).map(({ id, lastFour }) => ({ id, name: `voucher ···· ${lastFour}` })),
  voucher_batch: batchNames,
  discount: discountNames,
  staff: staffNames,
  email: emailNames,
  exposure_limit: (ids) => ids.map((id) => ({ id, name: ROLE_NAMES[id as StaffRole] ?? null })),
  restore_request: restoreNames,
  entry: (ids) => entryNames(ids).map(({ id, week }) => ({ id, name: `week ${week}` })),
};

/** The name of each of these things that has one, by its id; what was deleted since has none. */
export function nameObjects(
  about: readonly { objectType: string; objectId: string }[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [type, query] of Object.entries(NAMES)) {
    const ids = [...new Set(about.filter((one) => one.objectType === type).map((one) => one.objectId))];
    if (ids.length === 0) continue;
    for (const { id, name } of query(ids)) if (name) names.set(id, name);
  }
  return names;
}
