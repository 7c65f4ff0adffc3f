import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { isIn, prepareGet, prepareRun } from "#db/queries.server";
import { pendingVouchers, vouchers } from "#db/schema";
import { countTogether, secondsUntilFree, uncountAttempt } from "~/domain/kernel/limits/limits.server";
import { isLive } from "~/domain/kernel/test-mode/live-mode.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { type VoucherRefusal, voucherRefusal } from "./rules";
import { readVoucherCode } from "./typed-code";
import { voucherHashes } from "./vouchers.server";

/**
 * A code is typed once. After that the browser holds a random key, and the voucher is stored under that key's hash, so
 * the code itself is in no cookie, URL or log. Every unknown code is counted against the limits; valid codes are not.
 */

export type Voucher = typeof vouchers.$inferSelect;

export type FindRefusal = VoucherRefusal | "too_many" | "sign_in_first" | UsedByThem["reason"];

/** This account has used the voucher, for this loop. */
interface UsedByThem {
  ok: false;
  reason: "yours_already";
  loopId: string | null;
}

export type FindResult =
  | { ok: true; voucher: Voucher }
  | { ok: false; reason: Exclude<FindRefusal, UsedByThem["reason"]> }
  | UsedByThem;

export interface CodeHolder {
  /** Null for a visitor who is not signed in. */
  accountId: string | null;
  /** Identifies the visitor: their account, or their browser. */
  person: string;
  clientAddress: string;
}

/** A code that is never issued, so that malformed input takes the same path as an unknown code. */
const NO_CODE = "";

/**
 * Finds the voucher of a typed code, if it can be redeemed now. Counts unknown codes alone against the limits. One
 * transaction, because each commit waits for the disk, and people wait for each other's.
 */
export function findVoucher(typed: string, holder: CodeHolder, now: Date): FindResult {
  return write(() => findCounted(typed, holder, now));
}

function findCounted(typed: string, holder: CodeHolder, now: Date): FindResult {
  const tries = guessesOf(holder);
  if (!countTogether(tries, now)) {
    const isOwn = tries.some(
      ({ limit, subject }) => limit !== "voucher_guesses_strangers" && secondsUntilFree(limit, subject, now) > 0,
    );
    return { ok: false, reason: isOwn ? "too_many" : "sign_in_first" };
  }
  const code = readVoucherCode(typed) ?? NO_CODE;
  const voucher = findByCode(voucherHashes(code));
  const refusal = voucher && worksInThisMode(voucher) ? voucherRefusal(voucher, now) : "unknown";
  if (refusal !== "unknown") {
    for (const { limit, subject } of tries) uncountAttempt(limit, subject, now);
  }
  if (voucher?.status === "REDEEMED" && isTheirs(voucher, holder.accountId))
    return { ok: false, reason: "yours_already", loopId: voucher.loopId };
  if (!voucher || refusal !== null) return { ok: false, reason: refusal ?? "unknown" };
  return { ok: true, voucher };
}

const findByCode = prepareGet((codeHash: string[]) =>
  db.select().from(vouchers).where(isIn(vouchers.codeHash, codeHash)),
);

const isTheirs = (voucher: Voucher, accountId: string | null) =>
  accountId !== null && voucher.redeemedByAccountId === accountId;

function guessesOf(holder: CodeHolder) {
  return [
    { limit: "voucher_guesses_address", subject: holder.clientAddress },
    { limit: "voucher_guesses_person", subject: holder.person },
    ...(holder.accountId === null ? [{ limit: "voucher_guesses_strangers", subject: "all" } as const] : []),
  ] as const;
}

/** In live mode test vouchers buy nothing, so their codes count as unknown. */
export function worksInThisMode(voucher: Pick<Voucher, "isTest">): boolean {
  return !voucher.isTest || !isLive();
}

export type HoldResult = { ok: true; key: string } | Exclude<FindResult, { ok: true }>;

/** How long a typed code is stored while its holder signs in and chooses. */
const HELD_DAYS = 30;

/** Finds a voucher and holds it for this browser. Returns the key for its cookie. */
export function holdVoucher(typed: string, holder: CodeHolder, now: Date): HoldResult {
  const key = randomBytes(24).toString("base64url");
  return write((tx) => {
    const found = findCounted(typed, holder, now);
    if (!found.ok) return found;
    const { voucher } = found;
    tx.insert(pendingVouchers)
      .values({ keyHash: hashKey(key), voucherId: voucher.id, createdAt: now })
      .run();
    if (voucher.purchasedByAccountId === null || voucher.purchasedByAccountId !== holder.accountId) {
      updateOpened(now, voucher.id);
    }
    return { ok: true, key };
  });
}

const updateOpened = prepareRun((now: Date, voucherId: string) =>
  db
    .update(vouchers)
    .set({ openedAt: now })
    .where(and(eq(vouchers.id, voucherId), isNull(vouchers.openedAt))),
);

export type HeldVoucher = { ok: true; voucher: Voucher } | { ok: false; reason: VoucherRefusal | "nothing_held" };

/** The voucher held under a key, if it can still be redeemed or this account has redeemed it. */
export function heldVoucher(key: string | undefined, accountId: string | null, now: Date): HeldVoucher {
  if (!key) return { ok: false, reason: "nothing_held" };
  const since = new Date(now.getTime() - HELD_DAYS * DAY_MS);
  const pending = findPendingVoucher(hashKey(key), since);
  if (!pending || !worksInThisMode(pending.voucher)) return { ok: false, reason: "nothing_held" };
  const { voucher } = pending;
  if (isTheirs(voucher, accountId)) return { ok: true, voucher };
  const refusal = voucherRefusal(voucher, now);
  return refusal === null ? { ok: true, voucher } : { ok: false, reason: refusal };
}

const findPendingVoucher = prepareGet((keyHash: string, since: Date) =>
  db
    .select({ voucher: vouchers })
    .from(pendingVouchers)
    .innerJoin(vouchers, eq(vouchers.id, pendingVouchers.voucherId))
    .where(and(eq(pendingVouchers.keyHash, keyHash), gt(pendingVouchers.createdAt, since))),
);

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
