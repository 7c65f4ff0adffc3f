import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import {
  accessTokens,
  accountNotes,
  accounts,
  addresses,
  consents,
  discountUses,
  disputes,
  emails,
  enquiries,
  entries,
  entryViews,
  fulfilments,
  impersonations,
  ledger,
  loopCredits,
  loops,
  oneTimeCodes,
  orderLines,
  orders,
  payments,
  refundRequests,
  refunds,
  reprintRequests,
  restoreRequests,
  sessions,
  shipments,
  staff,
  vouchers,
} from "#db/schema";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { bookViewsOf } from "~/domain/operations/printing/entry-views.server";
import { LEFT_OUT, without } from "./left-out";

/** All data about a person except their loops, as one record of lists. */

/** Undefined when the account does not exist. */
export function readAccount(accountId: string) {
  const account = db.select().from(accounts).where(eq(accounts.id, accountId)).get();
  if (!account) return undefined;
  return {
    account: without(account, LEFT_OUT.accounts),
    addresses: db.select().from(addresses).where(eq(addresses.accountId, accountId)).all(),
    ...purchasesOf(accountId),
    ...correspondenceOf(account),
    ...accessByStaff(accountId),
    ...signInRecords(accountId),
  };
}

export type AccountOnRecord = NonNullable<ReturnType<typeof readAccount>>;

/** The loops of an account, oldest first. */
export function loopIdsOf(accountId: string): string[] {
  return db
    .select({ id: loops.id })
    .from(loops)
    .where(eq(loops.accountId, accountId))
    .orderBy(asc(loops.createdAt), asc(loops.id))
    .all()
    .map(({ id }) => id);
}

function purchasesOf(accountId: string) {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.accountId, accountId));
  const ownLoops = db.select({ id: loops.id }).from(loops).where(eq(loops.accountId, accountId));
  const bought = db.select().from(vouchers).where(eq(vouchers.purchasedByAccountId, accountId)).all();
  const redeemed = db.select().from(vouchers).where(eq(vouchers.redeemedByAccountId, accountId)).all();
  return {
    orders: db.select().from(orders).where(eq(orders.accountId, accountId)).orderBy(desc(orders.createdAt)).all(),
    orderLines: db.select().from(orderLines).where(inArray(orderLines.orderId, own)).all(),
    payments: db.select().from(payments).where(inArray(payments.orderId, own)).all(),
    refunds: db
      .select()
      .from(refunds)
      .where(inArray(refunds.orderId, own))
      .all()
      .map((row) => without(row, LEFT_OUT.refunds)),
    refundRequests: db
      .select()
      .from(refundRequests)
      .where(inArray(refundRequests.orderId, own))
      .all()
      .map((row) => without(row, LEFT_OUT.refundRequests)),
    disputes: db
      .select()
      .from(disputes)
      .where(inArray(disputes.orderId, own))
      .all()
      .map((row) => without(row, LEFT_OUT.disputes)),
    ledger: db.select().from(ledger).where(inArray(ledger.orderId, own)).all(),
    discountUses: db.select().from(discountUses).where(inArray(discountUses.orderId, own)).all(),
    fulfilments: db.select().from(fulfilments).where(inArray(fulfilments.orderId, own)).all(),
    shipments: db
      .select()
      .from(shipments)
      .where(or(inArray(shipments.orderId, own), inArray(shipments.loopId, ownLoops)))
      .all()
      .map((row) => without(row, LEFT_OUT.shipments)),
    reprintRequests: db
      .select({ request: reprintRequests })
      .from(reprintRequests)
      .innerJoin(shipments, eq(shipments.id, reprintRequests.shipmentId))
      .where(or(inArray(shipments.orderId, own), inArray(shipments.loopId, ownLoops)))
      .all()
      .map(({ request }) => without(request, LEFT_OUT.reprintRequests)),
    loopCredits: db.select().from(loopCredits).where(eq(loopCredits.accountId, accountId)).all(),
    vouchersBought: bought.map((row) => without(row, LEFT_OUT.vouchersBought)),
    vouchersRedeemed: redeemed.map((row) => without(row, LEFT_OUT.vouchersRedeemed)),
  };
}

function correspondenceOf(account: typeof accounts.$inferSelect) {
  const isTheirs = (column: typeof emails.toEmail | typeof enquiries.email | typeof restoreRequests.account) =>
    sql`lower(${column}) = lower(${account.email})`;
  return {
    emails: db
      .select()
      .from(emails)
      .where(or(eq(emails.accountId, account.id), and(isNull(emails.accountId), isTheirs(emails.toEmail))))
      .orderBy(desc(emails.createdAt))
      .all()
      .map((row) => ({ ...without(row, LEFT_OUT.emails), subject: openSealedText(row.subject) })),
    enquiries: db.select().from(enquiries).where(isTheirs(enquiries.email)).all(),
    restoreRequests: db
      .select()
      .from(restoreRequests)
      .where(or(eq(restoreRequests.accountId, account.id), isTheirs(restoreRequests.account)))
      .all()
      .map((row) => without(row, LEFT_OUT.restoreRequests)),
    consents: db.select().from(consents).where(eq(consents.accountId, account.id)).all(),
  };
}

function accessByStaff(accountId: string) {
  const views = db
    .select({ view: entryViews, loopId: entries.loopId, week: entries.week, staffName: staff.name })
    .from(entryViews)
    .innerJoin(entries, eq(entries.id, entryViews.entryId))
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .innerJoin(staff, eq(staff.id, entryViews.staffId))
    .where(eq(loops.accountId, accountId))
    .orderBy(desc(entryViews.at))
    .all();
  const helped = db
    .select({ visit: impersonations, staffName: staff.name })
    .from(impersonations)
    .innerJoin(staff, eq(staff.id, impersonations.staffId))
    .where(eq(impersonations.accountId, accountId))
    .all();
  return {
    entryViews: views.map(({ view, ...where }) => ({ ...without(view, LEFT_OUT.entryViews), ...where })),
    bookViews: bookViewsOf(accountId),
    impersonations: helped.map(({ visit, staffName }) => ({
      ...without(visit, LEFT_OUT.impersonations),
      staffName,
    })),
    accountNotes: db
      .select()
      .from(accountNotes)
      .where(eq(accountNotes.accountId, accountId))
      .all()
      .map((row) => without(row, LEFT_OUT.accountNotes)),
  };
}

function signInRecords(accountId: string) {
  return {
    sessions: db
      .select()
      .from(sessions)
      .where(eq(sessions.accountId, accountId))
      .all()
      .map((row) => without(row, LEFT_OUT.sessions)),
    accessTokens: db
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.accountId, accountId))
      .all()
      .map((row) => without(row, LEFT_OUT.accessTokens)),
    oneTimeCodes: db
      .select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.accountId, accountId))
      .all()
      .map((row) => without(row, LEFT_OUT.oneTimeCodes)),
  };
}
