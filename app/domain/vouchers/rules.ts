import { VOUCHER_MONTHS } from "./validity";

/**
 * When a voucher can be redeemed, and what is said where it cannot. A code that is unknown, cancelled, held back or
 * used by somebody else is one and the same answer: whoever guesses learns nothing. Whoever holds a code that came
 * too late or too early is told so, because they hold it.
 */

export type VoucherStatus = "ACTIVE" | "REDEEMED" | "EXPIRED" | "CANCELLED" | "SUSPENDED";

export type VoucherRefusal = "unknown" | "expired" | "not_yet_valid";

export interface VoucherTerms {
  status: VoucherStatus;
  validFrom: Date;
  /** The last instant at which it can be redeemed. */
  expiresAt: Date;
}

/** Why a voucher cannot be redeemed at this instant; null where it can. */
export function voucherRefusal(voucher: VoucherTerms, now: Date): VoucherRefusal | null {
  if (voucher.status === "EXPIRED") return "expired";
  if (voucher.status !== "ACTIVE") return "unknown";
  if (now.getTime() > voucher.expiresAt.getTime()) return "expired";
  return now.getTime() < voucher.validFrom.getTime() ? "not_yet_valid" : null;
}

export const VOUCHER_SENTENCES: Readonly<Record<VoucherRefusal, string>> = {
  unknown: "Invalid voucher code. Please check and try again.",
  expired: `This voucher has expired. Vouchers are valid for ${VOUCHER_MONTHS} months from the date of purchase. If you think this is a mistake, please contact support.`,
  not_yet_valid: "This voucher is not yet valid.",
};

/** The words programs read for the same. */
export const VOUCHER_ERROR_CODES: Readonly<Record<VoucherRefusal, string>> = {
  unknown: "VOUCHER_INVALID",
  expired: "VOUCHER_EXPIRED",
  not_yet_valid: "VOUCHER_NOT_YET_VALID",
};
