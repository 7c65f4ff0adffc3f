import { and, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { beginsWith, prepareGet } from "#db/queries.server";
import { accounts, orders, VOUCHER_STATUSES, voucherBatches, vouchers } from "#db/schema";
import { unseal } from "#db/sealing.server";
import { londonDay } from "~/domain/kernel/time/days";
import { isGuestRow } from "~/domain/people/accounts/guests.server";
import { accountsBeginning, choice, type Question, within } from "~/domain/people/staff/list-filters.server";
import { list, type Reader } from "~/domain/people/staff/lists.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { formatVoucherCode, LAST_FOUR } from "./code";
import type { Voucher } from "./pending-voucher.server";
import { type VoucherStatus, voucherStatusAt } from "./rules";
import { readVoucherCode } from "./typed-code";
import { runsOutSoon } from "./voucher-figures.server";
import { VOUCHER_SEAL, voucherHashes } from "./vouchers.server";

/**
 * The voucher list and detail for staff. Of a code they show the last four characters; the whole one is on the
 * voucher's card, which is taken by a press that is recorded. Test vouchers are listed and never counted.
 */

export interface VoucherLine
  extends Pick<
    Voucher,
    "id" | "valuePence" | "currency" | "validFrom" | "expiresAt" | "isTest" | "recipientName" | "redeemedAt"
  > {
  code: string;
  status: VoucherStatus;
  buyer: string | null;
  /** The partner order it belongs to. */
  batch: { id: string; note: string } | null;
  redeemer: string | null;
}

const buyers = alias(accounts, "buyers");
const redeemers = alias(accounts, "redeemers");

const lines = () =>
  db
    .select({
      voucher: vouchers,
      buyer: nameOf(buyers),
      redeemer: nameOf(redeemers),
      orderName: orders.firstName,
      batchNote: voucherBatches.note,
    })
    .from(vouchers)
    .leftJoin(buyers, eq(buyers.id, vouchers.purchasedByAccountId))
    .leftJoin(redeemers, eq(redeemers.id, vouchers.redeemedByAccountId))
    .leftJoin(orders, eq(orders.id, vouchers.orderId))
    .leftJoin(voucherBatches, eq(voucherBatches.id, vouchers.batchId));

/** Whether the reader may know who bought, received and used vouchers; other searches find nothing by such people. */
const seesCustomers = ({ role }: Reader) => isPermitted(role, "orders.read");

/** Vouchers, usually the newest first. Those that run out soon: usually those with the nearest last day. */
export const VOUCHER_LIST = list(vouchers, {
  name: "vouchers",
  permission: "vouchers.read",
  id: vouchers.id,
  // A code, its last four characters, or the beginning of the recipient's or the buyer's email.
  search: (words, _, reader) => searchCondition(words, seesCustomers(reader)),
  filters: {
    status: choice(["all", ...VOUCHER_STATUSES], statusCondition),
    soon: choice(["", "1"], (_, { now }) => runsOutSoon(now), true),
    batch: within(vouchers.batchId),
  },
  sorts: { made: vouchers.createdAt, until: vouchers.expiresAt, value: vouchers.valuePence },
  usual: ({ soon }) => (soon ? "until" : "-made"),
  inOrder: ["made", "until", "value"],
  lines,
  show: (rows, reader) =>
    rows
      .map(({ voucher, buyer, redeemer, orderName, batchNote }) => ({
        ...lineOf(voucher, reader.now),
        batch: batchOf(voucher, batchNote),
        buyer: buyer ?? orderName,
        redeemer,
      }))
      .map((line) => (seesCustomers(reader) ? line : lineWithoutCustomers(line))),
  file: {
    permission: "vouchers.export",
    // More than the business will sell in years; a file of this size is made in a second.
    most: 100_000,
    recorded: ({ status }) => ({ id: status }),
    columns: {
      Code: ({ code }) => code,
      Status: ({ status }) => status,
      Value: ({ valuePence }) => (valuePence / 100).toFixed(2),
      Currency: ({ currency }) => currency,
      "Valid from": ({ validFrom }) => londonDay(validFrom),
      "Valid until": ({ expiresAt }) => londonDay(expiresAt),
      Test: ({ isTest }) => (isTest ? "yes" : "no"),
      "Bought by": ({ buyer }) => buyer,
      Recipient: ({ recipientName }) => recipientName,
      "Used by": ({ redeemer }) => redeemer,
      Redeemed: ({ redeemedAt }) => redeemedAt && londonDay(redeemedAt),
      "Partner order": ({ batch }) => batch?.id ?? null,
      "Its note": ({ batch }) => batch?.note ?? null,
    },
  },
});

const nameOf = (table: typeof buyers | typeof redeemers) =>
  sql<string | null>`nullif(trim(${table.firstName} || ' ' || ${table.lastName}), '')`;

/** A code as staff may see it: complete, or its last four characters after dots. */
export function codeShown(voucher: Pick<Voucher, "codeSealed" | "lastFour">, reveal: boolean): string {
  return reveal ? formatVoucherCode(unseal(VOUCHER_SEAL, voucher.codeSealed)) : `····-····-${voucher.lastFour}`;
}

const batchOf = ({ batchId }: Voucher, note: string | null) =>
  batchId === null ? null : { id: batchId, note: note ?? "" };

function lineOf(voucher: Voucher, now: Date): Omit<VoucherLine, "buyer" | "redeemer" | "batch"> {
  const { id, valuePence, currency, validFrom, expiresAt, isTest, recipientName, redeemedAt } = voucher;
  const data = { id, valuePence, currency, validFrom, expiresAt, isTest, recipientName, redeemedAt };
  return { ...data, code: codeShown(voucher, false), status: voucherStatusAt(voucher, now) };
}

function statusCondition(status: VoucherStatus, { now, column }: Question): SQL | undefined {
  const is = (word: VoucherStatus) => eq(column(vouchers.status), word);
  if (status === "ACTIVE") return and(is("ACTIVE"), gte(vouchers.expiresAt, now));
  if (status !== "EXPIRED") return is(status);
  return or(is("EXPIRED"), and(is("ACTIVE"), lt(vouchers.expiresAt, now)));
}

function searchCondition(search: string, seesCustomers: boolean): SQL | undefined {
  const words = search.trim();
  const code = readVoucherCode(words);
  if (code) return inArray(vouchers.codeHash, voucherHashes(code));
  const lastFour = words.toUpperCase();
  const begins = words.toLowerCase();
  const recipient = sql`lower(${vouchers.recipientEmail})`;
  return or(
    LAST_FOUR.test(lastFour) ? eq(vouchers.lastFour, lastFour) : undefined,
    and(beginsWith(recipient, begins), seesCustomers ? undefined : isNotNull(vouchers.batchId)),
    seesCustomers ? inArray(vouchers.purchasedByAccountId, accountsBeginning(words)) : undefined,
  );
}

export interface VoucherData {
  line: VoucherLine;
  voucher: Omit<Voucher, "codeHash" | "codeSealed">;
  /** `accountId` is the account page that staff can open: null for guests. */
  buyer: { name: string; email: string; accountId: string | null } | null;
  redeemer: { name: string; email: string; accountId: string } | null;
  orderNumber: string | null;
}

/** Of a partner order's voucher, the recipient was typed by staff; everybody else on a line is a customer. */
function lineWithoutCustomers(line: VoucherLine): VoucherLine {
  return { ...line, buyer: null, redeemer: null, recipientName: line.batch && line.recipientName };
}

/** A voucher for readers who may know its state and last day, and nobody who bought, received or used it. */
export function withoutCustomers({ line, voucher }: VoucherData): VoucherData {
  const nobody = { orderId: null, purchasedByAccountId: null, redeemedByAccountId: null, giverName: null };
  const gift = { recipientName: null, recipientEmail: null, giftMessage: null, sendOnDay: null };
  return {
    line: lineWithoutCustomers(line),
    voucher: { ...voucher, ...nobody, ...(line.batch ? {} : gift) },
    ...{ buyer: null, redeemer: null, orderNumber: null },
  };
}

export function voucherData(voucherId: string, now: Date): VoucherData | undefined {
  const found = findVoucherWithPeople(voucherId);
  if (!found) return undefined;
  const { codeHash: _, codeSealed: __, ...voucher } = found.voucher;
  const payer = found.buyer ?? found.order;
  const buyer = payer && {
    name: `${payer.firstName} ${payer.lastName}`.trim(),
    email: payer.email,
    accountId: found.buyer && !isGuestRow(found.buyer) ? found.buyer.id : null,
  };
  const redeemer = found.redeemer && {
    name: `${found.redeemer.firstName} ${found.redeemer.lastName}`.trim(),
    email: found.redeemer.email,
    accountId: found.redeemer.id,
  };
  const line = {
    ...lineOf(found.voucher, now),
    buyer: buyer?.name ?? null,
    redeemer: redeemer?.name ?? null,
    batch: batchOf(found.voucher, found.batchNote),
  };
  return { line, voucher, buyer, redeemer, orderNumber: found.order?.number ?? null };
}

const findVoucherWithPeople = prepareGet((voucherId: string) =>
  db
    .select({
      voucher: vouchers,
      buyer: buyers,
      redeemer: redeemers,
      order: orders,
      batchNote: voucherBatches.note,
    })
    .from(vouchers)
    .leftJoin(buyers, eq(buyers.id, vouchers.purchasedByAccountId))
    .leftJoin(redeemers, eq(redeemers.id, vouchers.redeemedByAccountId))
    .leftJoin(orders, eq(orders.id, vouchers.orderId))
    .leftJoin(voucherBatches, eq(voucherBatches.id, vouchers.batchId))
    .where(eq(vouchers.id, voucherId)),
);
