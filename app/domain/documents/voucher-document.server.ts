import { findLoopType } from "../catalogue/catalogue";
import { inWords } from "../email/cancellation";
import { inPounds } from "../email/email-parts";
import { seller } from "../email/seller.server";
import { prepareProse } from "../layout/prepared-text";
import { londonDay } from "../loops/calendar";
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
    lastDay: inWords(voucher.expiresAt),
    boughtOn: inWords(voucher.validFrom),
    loopName: type?.displayName ?? null,
    value: inCurrency(inPounds(voucher.valuePence), voucher.currency),
    redeemAt: redeemPlace(),
    redeemLink: redeemLink(code),
    sellerEmail: seller.email,
  };
}
