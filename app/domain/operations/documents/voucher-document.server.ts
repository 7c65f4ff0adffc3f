import { prepareLine, prepareProse } from "~/domain/book/layout/prepared-text";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { seller } from "~/domain/mail/layout/seller.server";
import { redeemLink, redeemPlace } from "~/domain/shop/vouchers/delivery.server";
import { SWAP } from "~/domain/shop/vouchers/gift-words";
import { type Gift, giftForStaff, giftOf } from "~/domain/shop/vouchers/gifts.server";
import { giverNameOf } from "~/domain/shop/vouchers/redemption.server";
import { renderDocument } from "./document-renderer.server";
import type { DocumentResult } from "./documents";

export async function renderVoucher(
  accountId: string,
  voucherId: string,
  now: Date,
): Promise<DocumentResult | undefined> {
  const gift = giftOf(accountId, voucherId, now);
  return gift && (await renderDocument({ template: "voucher", document: documentOf(gift) }));
}

/** The gift card of any voucher, for staff who may see codes. */
export async function renderVoucherForStaff(voucherId: string, now: Date): Promise<DocumentResult | undefined> {
  const gift = giftForStaff(voucherId, now);
  return gift && (await renderDocument({ template: "voucher", document: documentOf(gift) }));
}

const nameOf = (name: string | null) => (name?.trim() ? prepareLine(name.trim()) : null);

function documentOf({ voucher, code }: Gift) {
  const type = findLoopType(voucher.theme ?? "", voucher.type ?? "");
  return {
    documentDay: londonDay(voucher.validFrom),
    theme: type?.themeId ?? null,
    recipient: nameOf(voucher.recipientName),
    giver: nameOf(giverNameOf(voucher)),
    message: prepareProse(voucher.giftMessage ?? ""),
    code,
    lastDay: formatLondonDay(voucher.expiresAt),
    weeks: WEEKS,
    loopName: type?.displayName ?? null,
    swap: SWAP.recipient,
    redeemAt: redeemPlace(),
    redeemLink: redeemLink(code),
    sellerEmail: seller.email,
    seller: [seller.name, ...(seller.address === null ? [] : [seller.address])],
  };
}
