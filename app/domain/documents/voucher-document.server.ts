import { findLoopType } from "../catalogue/catalogue";
import { seller } from "../email/seller.server";
import { prepareProse } from "../layout/prepared-text";
import { formatPence } from "../money/pounds";
import { londonDay } from "../time/days";
import { formatLondonDay } from "../time/format-days";
import { redeemLink, redeemPlace } from "../vouchers/delivery.server";
import { inCurrency } from "../vouchers/face-value";
import { type Gift, giftForStaff, giftOf } from "../vouchers/gifts.server";
import { printDocument } from "./document-renderer.server";
import type { DocumentResult } from "./documents";

/** The gift card of a voucher as a PDF, for the account that bought it; otherwise undefined. */
export async function printVoucher(
  accountId: string,
  voucherId: string,
  now: Date,
): Promise<DocumentResult | undefined> {
  const gift = giftOf(accountId, voucherId, now);
  return gift && (await printDocument({ template: "voucher", document: documentOf(gift) }));
}

/** The gift card of any voucher, for staff who may see codes. */
export async function printVoucherForStaff(
  voucherId: string,
  now: Date,
): Promise<DocumentResult | undefined> {
  const gift = giftForStaff(voucherId, now);
  return gift && (await printDocument({ template: "voucher", document: documentOf(gift) }));
}

function documentOf({ voucher, code }: Gift) {
  const type = findLoopType(voucher.theme ?? "", voucher.type ?? "");
  return {
    documentDay: londonDay(voucher.validFrom),
    theme: type?.themeId ?? null,
    message: prepareProse(voucher.giftMessage ?? ""),
    code,
    lastDay: formatLondonDay(voucher.expiresAt),
    boughtOn: formatLondonDay(voucher.validFrom),
    loopName: type?.displayName ?? null,
    value: inCurrency(formatPence(voucher.valuePence), voucher.currency),
    redeemAt: redeemPlace(),
    redeemLink: redeemLink(code),
    sellerEmail: seller.email,
  };
}
