import { and, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import {
  accountNotes,
  accounts,
  alarms,
  approvalLimitRequests,
  discounts,
  disputes,
  emails,
  entries,
  jobs,
  loops,
  machines,
  orders,
  refundRequests,
  reprintRequests,
  restoreRequests,
  savedViews,
  shipments,
  staff,
  supplierInvoices,
  voucherBatches,
  vouchers,
  webhookEvents,
} from "#db/schema";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { isGuestRow } from "../accounts/guests.server";
import { FORMER_TYPES } from "./audit-trail.server";
import { ROLE_NAMES, type StaffRole } from "./permissions";

/**
 * What staff acts were about, by the names people know things by, and whose it is: a query for each kind of thing on a
 * page.
 */

interface Found {
  id: string;
  name: string | null;
  /** The customer whose it is. */
  accountId?: string | null;
  /** Whose page shows it, such as the order of a dispute. */
  on?: AuditSubject;
}

/** What kind of thing, and which. */
export interface AuditSubject {
  type: string;
  id: string;
}

type NamesQuery = (ids: string[]) => readonly Found[];
const orderNames = prepareAll((ids: string[]) =>
  db
    .select({ id: orders.id, name: orders.number, accountId: orders.accountId })
    .from(orders)
    .where(isIn(orders.id, ids)),
);

const voucherNames = prepareAll((ids: string[]) =>
  db
    .select({
      id: vouchers.id,
      lastFour: vouchers.lastFour,
      recipient: sql<string | null>`coalesce(${vouchers.recipientName}, ${vouchers.recipientEmail})`,
      accountId: sql<string | null>`coalesce(${vouchers.redeemedByAccountId}, ${vouchers.purchasedByAccountId})`,
    })
    .from(vouchers)
    .where(isIn(vouchers.id, ids)),
);

const batchNames = prepareAll((ids: string[]) =>
  db
    .select({ id: voucherBatches.id, note: voucherBatches.note, count: voucherBatches.count })
    .from(voucherBatches)
    .where(isIn(voucherBatches.id, ids)),
);

const discountNames = prepareAll((ids: string[]) =>
  db.select({ id: discounts.id, name: discounts.code }).from(discounts).where(isIn(discounts.id, ids)),
);

const staffNames = prepareAll((ids: string[]) =>
  db.select({ id: staff.id, name: staff.name }).from(staff).where(isIn(staff.id, ids)),
);

const emailNames = prepareAll((ids: string[]) =>
  db
    .select({ id: emails.id, name: emails.toEmail, accountId: emails.accountId })
    .from(emails)
    .where(isIn(emails.id, ids)),
);

const restoreNames = prepareAll((ids: string[]) =>
  db
    .select({ id: restoreRequests.id, name: restoreRequests.account })
    .from(restoreRequests)
    .where(isIn(restoreRequests.id, ids)),
);

const entryNames = prepareAll((ids: string[]) =>
  db
    .select({ id: entries.id, week: entries.week, accountId: loops.accountId })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(isIn(entries.id, ids)),
);

const shipmentNames = prepareAll((ids: string[]) =>
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

const alarmNames = prepareAll((ids: string[]) =>
  db
    .select({
      id: alarms.id,
      kind: alarms.kind,
      on: { type: alarms.objectType, id: alarms.objectId },
      accountId: sql<string | null>`coalesce(${orders.accountId}, ${loops.accountId}, ${accounts.id})`,
    })
    .from(alarms)
    .leftJoin(orders, and(eq(alarms.objectType, "order"), eq(orders.id, alarms.objectId)))
    .leftJoin(loops, and(eq(alarms.objectType, "loop"), eq(loops.id, alarms.objectId)))
    .leftJoin(accounts, and(eq(alarms.objectType, "account"), eq(accounts.id, alarms.objectId)))
    .where(isIn(alarms.id, ids)),
);

const disputeNames = prepareAll((ids: string[]) =>
  db
    .select({ id: disputes.id, orderId: orders.id, number: orders.number, accountId: orders.accountId })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(isIn(disputes.id, ids)),
);

const refundNames = prepareAll((ids: string[]) =>
  db
    .select({ id: refundRequests.id, number: orders.number, accountId: orders.accountId })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .where(isIn(refundRequests.id, ids)),
);

const reprintNames = prepareAll((ids: string[]) =>
  db
    .select({
      id: reprintRequests.id,
      name: sql<string>`'reprint'`,
      accountId: sql<string | null>`coalesce(${orders.accountId}, ${loops.accountId})`,
    })
    .from(reprintRequests)
    .innerJoin(shipments, eq(shipments.id, reprintRequests.shipmentId))
    .leftJoin(orders, eq(orders.id, shipments.orderId))
    .leftJoin(loops, eq(loops.id, shipments.loopId))
    .where(isIn(reprintRequests.id, ids)),
);

const noteNames = prepareAll((ids: string[]) =>
  db
    .select({ id: accountNotes.id, name: sql<string>`'note'`, accountId: accountNotes.accountId })
    .from(accountNotes)
    .where(isIn(accountNotes.id, ids)),
);

const limitNames = prepareAll((ids: string[]) =>
  db
    .select({ id: approvalLimitRequests.id, role: approvalLimitRequests.role })
    .from(approvalLimitRequests)
    .where(isIn(approvalLimitRequests.id, ids)),
);

const viewNames = prepareAll((ids: string[]) =>
  db
    .select({ id: savedViews.id, name: sql<string>`${savedViews.name} || ', in ' || ${savedViews.list}` })
    .from(savedViews)
    .where(isIn(savedViews.id, ids)),
);

const machineNames = prepareAll((ids: string[]) =>
  db.select({ id: machines.id, name: machines.name }).from(machines).where(isIn(machines.id, ids)),
);

const invoiceNames = prepareAll((ids: string[]) =>
  db
    .select({
      id: supplierInvoices.id,
      name: sql<string>`${supplierInvoices.number} || ' of ' || ${supplierInvoices.supplier}`,
    })
    .from(supplierInvoices)
    .where(isIn(supplierInvoices.id, ids)),
);

const jobNames = prepareAll((ids: string[]) =>
  db
    .select({ id: jobs.id, name: sql<string>`'job ' || replace(${jobs.kind}, '-', ' ')` })
    .from(jobs)
    .where(isIn(jobs.id, ids)),
);

const messageNames = prepareAll((ids: string[]) =>
  db
    .select({ id: webhookEvents.id, name: sql<string>`'provider message ' || ${webhookEvents.type}` })
    .from(webhookEvents)
    .where(isIn(webhookEvents.id, ids)),
);

const NAMES: Readonly<Record<string, NamesQuery>> = {
  account: (ids) => ids.map((id) => ({ id, name: null, accountId: id })),
  alarm: (ids) => alarmNames(ids).map(({ kind, ...found }) => ({ ...found, name: kind.replaceAll("_", " ") })),
  dispute: (ids) =>
    disputeNames(ids).map(({ orderId, number, ...found }) => ({
      ...found,
      name: `dispute about ${number}`,
      on: { type: "order", id: orderId },
    })),
  order: orderNames,
  voucher: (ids) =>
    voucherNames(ids).map(({ lastFour, recipient, ...found }) => ({
      ...found,
      name: `voucher ···· ${lastFour}${recipient && !found.accountId ? ` for ${recipient}` : ""}`,
    })),
  voucher_batch: (ids) =>
    batchNames(ids).map(({ id, note, count }) => ({
      id,
      name: note || formatFigureOf(count, "voucher", "vouchers"),
    })),
  discount: discountNames,
  staff: staffNames,
  email: emailNames,
  exposure_limit: (ids) => ids.map((id) => ({ id, name: ROLE_NAMES[id as StaffRole] ?? null })),
  exposure_request: (ids) => limitNames(ids).map(({ id, role }) => ({ id, name: `limits of ${ROLE_NAMES[role]}` })),
  job: jobNames,
  note: noteNames,
  refund_request: (ids) => refundNames(ids).map(({ number, ...found }) => ({ ...found, name: `refund of ${number}` })),
  reprint_request: reprintNames,
  restore_request: restoreNames,
  machine: machineNames,
  saved_view: viewNames,
  shipment: shipmentNames,
  supplier_invoice: invoiceNames,
  webhook: messageNames,
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
  /** Whose page shows it. */
  on: AuditSubject;
}

/** The type as it is called now. */
export const auditType = (type: string) =>
  Object.keys(FORMER_TYPES).find((now) => FORMER_TYPES[now]?.includes(type)) ?? type;

/** Whether things of this type have a row, so that one without a name was deleted since. */
export const isNamed = (type: string) => Object.hasOwn(NAMES, type);

export const subjectKey = ({ type, id }: AuditSubject) => `${type} ${id}`;

/** The name and the customer of each of these things, by its key; what was deleted since has none. */
export function nameObjects(about: readonly AuditSubject[]): ReadonlyMap<string, AuditObject> {
  const found = Object.entries(NAMES).flatMap(([type, query]) => {
    const ids = [...new Set(about.filter((one) => one.type === type).map((one) => one.id))];
    return ids.length === 0 ? [] : query(ids).map((one) => ({ ...one, type }));
  });
  const people = peopleOf(found.flatMap(({ accountId }) => accountId ?? []));
  return new Map(
    found.map(({ type, id, name, accountId, on = { type, id } }) => [
      subjectKey({ type, id }),
      { name, person: people.get(accountId ?? "") ?? null, on },
    ]),
  );
}

function peopleOf(ids: readonly string[]): ReadonlyMap<string, AuditPerson> {
  const rows = ids.length === 0 ? [] : listAccountNames([...new Set(ids)]);
  return new Map(
    rows.map(({ id, first, last, email, passwordHash }) => [
      id,
      { id, name: `${first} ${last}`.trim() || email, isGuest: isGuestRow({ passwordHash }) },
    ]),
  );
}

const listAccountNames = prepareAll((ids: string[]) =>
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
