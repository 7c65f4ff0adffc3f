import { heldVoucher, type Voucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { currentTime } from "~/web/clock.server";
import type { Journey } from "~/web/journey";
import { readJourney } from "~/web/journey.server";
import { sessionUserOf } from "~/web/sessions.server";
import { VOUCHER } from "./end-date-offers";

/** The voucher this browser's journey redeems; null without one, or if it can no longer be used. */
export async function voucherInHand(request: Request, journey: Journey): Promise<Voucher | null> {
  const person = await sessionUserOf(request);
  const held = heldVoucher(journey.voucherHold, person?.accountId ?? null, currentTime());
  return held.ok ? held.voucher : null;
}

/** The loop chosen on a journey that redeems a voucher; the voucher is not spent before this page. */
export async function creditByVoucher(request: Request) {
  const journey = await readJourney(request);
  if (journey.journeyType !== "redeem" || !journey.selectedTheme || !journey.selectedType) return null;
  const voucher = await voucherInHand(request, journey);
  if (!voucher) return null;
  return {
    id: VOUCHER,
    orderId: null,
    voucherId: voucher.id,
    /** Of the loop that another tab has begun with it. */
    begun: voucher.loopId,
    theme: journey.selectedTheme,
    type: journey.selectedType,
  };
}
