import { VOUCHER_MONTHS } from "./validity";

/**
 * When a voucher can be redeemed, and the message when it cannot. An unknown, cancelled, suspended or used code always
 * gets the same answer, so that guessing reveals nothing. The holder of a code that is expired or not yet valid is told
 * so.
 */

export type VoucherStatus = "ACTIVE" | "REDEEMED" | "EXPIRED" | "CANCELLED" | "SUSPENDED";

export type VoucherRefusal = "unknown" | "expired" | "not_yet_valid";

export interface VoucherTerms {
  status: VoucherStatus;
  validFrom: Date;
  /** The last instant at which it can be redeemed. */
  expiresAt: Date;
}

/** A voucher past its last day is expired, even before the scheduler has updated its row. */
export function voucherStatusAt(
  voucher: Pick<VoucherTerms, "status" | "expiresAt">,
  now: Date,
): VoucherStatus {
  return voucher.status === "ACTIVE" && voucher.expiresAt < now ? "EXPIRED" : voucher.status;
}

/** Why a voucher cannot be redeemed at this instant; null when it can. */
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

/** The error codes for API clients. */
export const VOUCHER_ERROR_CODES: Readonly<Record<VoucherRefusal, string>> = {
  unknown: "VOUCHER_INVALID",
  expired: "VOUCHER_EXPIRED",
  not_yet_valid: "VOUCHER_NOT_YET_VALID",
};
