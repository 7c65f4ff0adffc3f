import { heldVoucher, type Voucher } from "~/domain/vouchers/holding.server";
import { readClock } from "~/web/clock.server";
import type { Journey } from "~/web/journey";
import { signedInPerson } from "~/web/sessions.server";

/** The voucher this browser's journey redeems; null where there is none, or it can no longer be used. */
export async function voucherInHand(request: Request, journey: Journey): Promise<Voucher | null> {
  const person = await signedInPerson(request);
  const held = heldVoucher(journey.voucherHold, person?.accountId ?? null, readClock());
  return held.ok ? held.voucher : null;
}
