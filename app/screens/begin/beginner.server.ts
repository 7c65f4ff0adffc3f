import { unspentCreditOf } from "~/domain/diary/loops/credits.server";
import { beginLoop, loopsOf } from "~/domain/diary/loops/loops.server";
import { readReceiptToken } from "~/domain/people/accounts/receipt-links.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { guestBehind } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import { logError } from "~/web/error-log.server";
import { readJourney } from "~/web/journey.server";
import { requireCustomer, sessionUserOf } from "~/web/sessions.server";
import type { creditByVoucher } from "./voucher-in-hand.server";

/** Who may choose the date of a loop that is paid for. */
interface Beginner {
  accountId: string;
  /** Of the reader of a guest's receipt, whose account opens with the date. */
  receipt?: string;
  /** Whether they paid in this browser and have proven no address. */
  isGuest?: boolean | undefined;
  /** Who signed in after paying here as a guest, and takes over what was bought with the date. */
  claimant?: string;
}

/** The reader of a guest's receipt in this browser, who is signed in here, or the guest who has paid here. */
export async function requireBeginner(request: Request): Promise<Beginner> {
  const person = await sessionUserOf(request);
  const guest = await guestBehind(request);
  const isPaid = guest !== undefined && unspentCreditOf(guest.accountId) !== undefined;
  if (person && !person.isGuest) {
    const isBefore = isPaid && !unspentCreditOf(person.accountId);
    return isBefore ? { accountId: guest.accountId, claimant: person.accountId } : person;
  }
  const { receipt } = await readJourney(request);
  const found = receipt ? readReceiptToken(receipt, currentTime()) : null;
  if (receipt && found?.kind === "guest") return { accountId: found.guest.id, receipt };
  // Also where the button was pressed twice, and the first press has begun the loop.
  if (guest && (isPaid || loopsOf(guest.accountId).length > 0)) return guest;
  return person ?? (await requireCustomer(request, "loop-end-date"));
}

/** Begins the loop with the voucher or the paid credit; null if that failed with an error, which is logged. */
export function beginWith(
  byVoucher: Awaited<ReturnType<typeof creditByVoucher>>,
  input: { accountId: string; deliveryDay: string },
  form: FormData,
  request: Request,
) {
  const now = currentTime();
  try {
    return byVoucher
      ? redeemVoucher({ ...byVoucher, ...input }, now)
      : beginLoop(input.accountId, input.deliveryDay, now, String(form.get("credit") ?? ""));
  } catch (error) {
    logError(error, request);
    return null;
  }
}
