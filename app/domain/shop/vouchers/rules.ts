import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";

/**
 * When a voucher can be redeemed, and the message when it cannot. Somebody with the whole code, 60 random bits that
 * nobody guesses, sees what became of it.
 */

export type VoucherStatus = "ACTIVE" | "REDEEMED" | "EXPIRED" | "CANCELLED" | "SUSPENDED";

export type VoucherRefusal = "unknown" | "used" | "cancelled" | "on_hold" | "expired" | "not_yet_valid";

export interface VoucherTerms {
  status: VoucherStatus;
  validFrom: Date;
  /** The last instant at which it can be redeemed. */
  expiresAt: Date;
}

/** A voucher past its last day is expired, even before the scheduler has updated its row. */
export function voucherStatusAt(voucher: Pick<VoucherTerms, "status" | "expiresAt">, now: Date): VoucherStatus {
  return voucher.status === "ACTIVE" && voucher.expiresAt < now ? "EXPIRED" : voucher.status;
}

const REFUSED_STATES = {
  REDEEMED: "used",
  EXPIRED: "expired",
  CANCELLED: "cancelled",
  SUSPENDED: "on_hold",
} as const satisfies Record<Exclude<VoucherStatus, "ACTIVE">, VoucherRefusal>;

export function voucherRefusal(voucher: VoucherTerms, now: Date): VoucherRefusal | null {
  if (voucher.status !== "ACTIVE") return REFUSED_STATES[voucher.status];
  if (now.getTime() > voucher.expiresAt.getTime()) return "expired";
  return now.getTime() < voucher.validFrom.getTime() ? "not_yet_valid" : null;
}

export const VOUCHER_MESSAGES: Readonly<Record<VoucherRefusal, string>> = {
  unknown: "Invalid voucher code. Please check and try again.",
  used: "This voucher has already been used. If you used it, sign in: its loop is in your account. If you didn’t, please contact support.",
  cancelled:
    "This voucher has been cancelled, so it can’t start a loop. Please ask the person who gave it to you, or contact support.",
  on_hold: "This voucher is on hold and can’t be used at the moment. Please try again later, or contact support.",
  expired: `This voucher has expired. Vouchers are valid for ${VOUCHER_MONTHS} months from the date of purchase. If you think this is a mistake, please contact support.`,
  not_yet_valid: "This voucher is not yet valid.",
};

export const VOUCHER_ERROR_CODES: Readonly<Record<VoucherRefusal, string>> = {
  unknown: "VOUCHER_INVALID",
  used: "VOUCHER_ALREADY_REDEEMED",
  cancelled: "VOUCHER_CANCELLED",
  on_hold: "VOUCHER_ON_HOLD",
  expired: "VOUCHER_EXPIRED",
  not_yet_valid: "VOUCHER_NOT_YET_VALID",
};
