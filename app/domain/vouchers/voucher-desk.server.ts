import { and, asc, count, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { accounts, orders, vouchers } from "#db/schema";
import { unseal } from "#db/sealing.server";
import { isGuestRow } from "../accounts/guests.server";
import { countOnce } from "../staff/large-counts.server";
import { formatVoucherCode, readVoucherCode, VOUCHER_ALPHABET } from "./code";
import type { Voucher } from "./holding.server";
import type { VoucherStatus } from "./rules";
import { VOUCHER_SEAL, voucherHashes } from "./vouchers.server";

/**
 * What staff see of vouchers: lists, figures and one by itself. Codes are opened for whoever may see them and are
 * four last signs for everybody else. Vouchers made for trying the system out are listed and never counted.
 */

export const VOUCHERS_A_PAGE = 25;
/** Worth a look while there is still time to say so to its holder. */
const EXPIRING_SOON_DAYS = 7;
const DAY_MS = 86_400_000;

export interface VoucherQuestion {
  /** A code, its last four signs, or the beginning of the recipient's or the buyer's e-mail. */
  search: string;
  status: VoucherStatus | "all";
  /** Only those that run out within a week, the nearest first. */
  expiringSoon: boolean;
  /** Only those that were made together. */
  batchId?: string;
}

export interface VoucherLine {
  id: string;
  code: string;
  status: VoucherStatus;
  valuePence: number;
  currency: Voucher["currency"];
  validFrom: Date;
  expiresAt: Date;
  isTest: boolean;
  buyer: string | null;
  recipientName: string | null;
  redeemer: string | null;
  redeemedAt: Date | null;
}

const buyers = alias(accounts, "buyers");
const redeemers = alias(accounts, "redeemers");

/** One page of vouchers, the newest first, with how many there are in all. Pages are counted from 1. */
export function listVouchers(
  question: VoucherQuestion,
  page: { number: number; size?: number; reveal: boolean },
  now: Date,
): { rows: VoucherLine[]; total: number } {
  const { number, size = VOUCHERS_A_PAGE, reveal } = page;
  const where = and(...conditionsOf(question, now));
  const order = question.expiringSoon
    ? [asc(vouchers.expiresAt), asc(vouchers.id)]
    : [desc(vouchers.createdAt), desc(vouchers.id)];
  const chosen = db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset((number - 1) * size);
  const rows = db
    .select({
      voucher: vouchers,
      buyer: nameOf(buyers),
      redeemer: nameOf(redeemers),
      orderName: orders.firstName,
    })
    .from(vouchers)
    .leftJoin(buyers, eq(buyers.id, vouchers.purchasedByAccountId))
    .leftJoin(redeemers, eq(redeemers.id, vouchers.redeemedByAccountId))
    .leftJoin(orders, eq(orders.id, vouchers.orderId))
    .where(inArray(vouchers.id, chosen))
    .orderBy(...order)
    .all()
    .map(({ voucher, buyer, redeemer, orderName }) => ({
      ...lineOf(voucher, reveal, now),
      buyer: buyer ?? orderName,
      redeemer,
    }));
  const counted = () => db.select({ found: count() }).from(vouchers).where(where).get()?.found ?? 0;
  const isPlain = question.search.trim() === "" && !question.expiringSoon && question.batchId === undefined;
  const total = isPlain ? countOnce(`vouchers ${question.status}`, now, counted) : counted();
  return { rows, total };
}

const nameOf = (table: typeof buyers | typeof redeemers) =>
  sql<string | null>`nullif(trim(${table.firstName} || ' ' || ${table.lastName}), '')`;

/** What staff may read of a code: all of it, or its last four signs behind dots. */
export function codeShown(voucher: Pick<Voucher, "codeSealed" | "lastFour">, reveal: boolean): string {
  return reveal
    ? formatVoucherCode(unseal(VOUCHER_SEAL, voucher.codeSealed))
    : `····-····-${voucher.lastFour}`;
}

/** A voucher whose last day has gone by is expired, also before the night shift has written so. */
function statusAt(voucher: Pick<Voucher, "status" | "expiresAt">, now: Date): VoucherStatus {
  return voucher.status === "ACTIVE" && voucher.expiresAt < now ? "EXPIRED" : voucher.status;
}

function lineOf(voucher: Voucher, reveal: boolean, now: Date): Omit<VoucherLine, "buyer" | "redeemer"> {
  const { id, valuePence, currency, validFrom, expiresAt, isTest, recipientName, redeemedAt } = voucher;
  const facts = { id, valuePence, currency, validFrom, expiresAt, isTest, recipientName, redeemedAt };
  return { ...facts, code: codeShown(voucher, reveal), status: statusAt(voucher, now) };
}

function conditionsOf(question: VoucherQuestion, now: Date): (SQL | undefined)[] {
  const { search, status, expiringSoon, batchId } = question;
  const conditions = [statusCondition(status, now), searchCondition(search)];
  if (batchId !== undefined) conditions.push(eq(vouchers.batchId, batchId));
  if (expiringSoon) conditions.push(runsOutSoon(now));
  return conditions;
}

function runsOutSoon(now: Date): SQL | undefined {
  const until = new Date(now.getTime() + EXPIRING_SOON_DAYS * DAY_MS);
  return and(
    ...[eq(vouchers.status, "ACTIVE"), eq(vouchers.isTest, false)],
    ...[gte(vouchers.expiresAt, now), lte(vouchers.expiresAt, until)],
  );
}

/** How many run out within a week. */
export function countExpiringSoon(now: Date): number {
  return db.select({ found: count() }).from(vouchers).where(runsOutSoon(now)).get()?.found ?? 0;
}

function statusCondition(status: VoucherQuestion["status"], now: Date): SQL | undefined {
  if (status === "all") return undefined;
  if (status === "ACTIVE") return and(eq(vouchers.status, "ACTIVE"), gte(vouchers.expiresAt, now));
  if (status !== "EXPIRED") return eq(vouchers.status, status);
  return or(eq(vouchers.status, "EXPIRED"), and(eq(vouchers.status, "ACTIVE"), lt(vouchers.expiresAt, now)));
}

const LAST_FOUR = new RegExp(`^[${VOUCHER_ALPHABET}]{4}$`);
const HIGHEST = "\u{10ffff}";

function searchCondition(search: string): SQL | undefined {
  const words = search.trim();
  if (words === "") return undefined;
  const code = readVoucherCode(words);
  if (code) return inArray(vouchers.codeHash, voucherHashes(code));
  const lastFour = words.toUpperCase();
  const begins = words.toLowerCase();
  const recipient = sql`lower(${vouchers.recipientEmail})`;
  const ofBuyer = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(gte(sql`lower(${accounts.email})`, begins), lt(sql`lower(${accounts.email})`, begins + HIGHEST)),
    );
  return or(
    LAST_FOUR.test(lastFour) ? eq(vouchers.lastFour, lastFour) : undefined,
    and(gte(recipient, begins), lt(recipient, begins + HIGHEST)),
    inArray(vouchers.purchasedByAccountId, ofBuyer),
  );
}

export interface VoucherFigures {
  total: number;
  active: number;
  redeemed: number;
  expired: number;
  /** Sums of those in pounds sterling: of all, of those spent, and of those that can still be spent. */
  totalPence: number;
  redeemedPence: number;
  outstandingPence: number;
  expiringSoon: number;
}

/** The vouchers there are, without those for trying the system out. */
export function voucherFigures(now: Date): VoucherFigures {
  const at = now.getTime();
  const soon = at + EXPIRING_SOON_DAYS * DAY_MS;
  const isActive = sql`(${vouchers.status} = 'ACTIVE' AND ${vouchers.expiresAt} >= ${at})`;
  const isExpired = sql`(${vouchers.status} = 'EXPIRED' OR (${vouchers.status} = 'ACTIVE' AND ${vouchers.expiresAt} < ${at}))`;
  const isRedeemed = sql`(${vouchers.status} = 'REDEEMED')`;
  const countIf = (which: SQL) => sql<number>`coalesce(sum(${which}), 0)`;
  const pence = sql`(CASE WHEN ${vouchers.currency} = 'GBP' THEN ${vouchers.valuePence} ELSE 0 END)`;
  const penceIf = (which: SQL) => sql<number>`coalesce(sum(${pence} * ${which}), 0)`;
  const found = db
    .select({
      total: count(),
      active: countIf(isActive),
      redeemed: countIf(isRedeemed),
      expired: countIf(isExpired),
      totalPence: penceIf(sql`1`),
      redeemedPence: penceIf(isRedeemed),
      outstandingPence: penceIf(isActive),
      expiringSoon: countIf(sql`(${isActive} AND ${vouchers.expiresAt} <= ${soon})`),
    })
    .from(vouchers)
    .where(eq(vouchers.isTest, false))
    .get();
  if (!found) throw new Error("An aggregate without a row.");
  return found;
}

export interface VoucherFacts {
  line: VoucherLine;
  voucher: Omit<Voucher, "codeHash" | "codeSealed">;
  /** `accountId` is whose page staff can open: null for guests. */
  buyer: { name: string; email: string; accountId: string | null } | null;
  redeemer: { name: string; email: string; accountId: string } | null;
  orderNumber: string | null;
}

/** One voucher with who bought it and who used it; undefined where there is none. */
export function voucherFacts(voucherId: string, reveal: boolean, now: Date): VoucherFacts | undefined {
  const found = db
    .select({ voucher: vouchers, buyer: buyers, redeemer: redeemers, order: orders })
    .from(vouchers)
    .leftJoin(buyers, eq(buyers.id, vouchers.purchasedByAccountId))
    .leftJoin(redeemers, eq(redeemers.id, vouchers.redeemedByAccountId))
    .leftJoin(orders, eq(orders.id, vouchers.orderId))
    .where(eq(vouchers.id, voucherId))
    .get();
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
    ...lineOf(found.voucher, reveal, now),
    buyer: buyer?.name ?? null,
    redeemer: redeemer?.name ?? null,
  };
  return { line, voucher, buyer, redeemer, orderNumber: found.order?.number ?? null };
}
