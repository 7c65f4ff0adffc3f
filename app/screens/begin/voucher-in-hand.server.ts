import { heldVoucher, type Voucher } from "~/domain/vouchers/holding.server";
import { currentTime } from "~/web/clock.server";
import type { Journey } from "~/web/journey";
import { sessionUserOf } from "~/web/sessions.server";

/** The voucher this browser's journey redeems; null without one, or if it can no longer be used. */
export async function voucherInHand(request: Request, journey: Journey): Promise<Voucher | null> {
  const person = await sessionUserOf(request);
  const held = heldVoucher(journey.voucherHold, person?.accountId ?? null, currentTime());
  return held.ok ? held.voucher : null;
}
