import { claimFromGuest, saveGuest } from "~/domain/accounts/guests.server";
import { DISCOUNT_SENTENCES, type DiscountRefusal } from "~/domain/discounts/rules";
import {
  type DeliveryAddress,
  deliveryAddressForm,
  giftPaymentForm,
  guestGiftPaymentForm,
  guestPaymentForm,
} from "~/domain/orders/forms";
import { type Order, orderOf, quoteLoop } from "~/domain/orders/orders.server";
import { seeOther } from "~/web/answers.server";
import type { Buyer } from "~/web/buyers.server";
import { noteError } from "~/web/error-log.server";
import type { Journey } from "~/web/journey";
import { keepJourney } from "~/web/journey.server";

/** What is asked for while paying: of whoever has no account where the receipt goes, of a giver whom it is for. */
export const PAYMENT_FORMS = {
  customer: { loop: deliveryAddressForm, gift: giftPaymentForm },
  guest: { loop: guestPaymentForm, gift: guestGiftPaymentForm },
} as const;

/**
 * Who this order will belong to: the person signed in, who takes over what this browser ordered before, or a guest
 * with the name and address they have just typed.
 */
export function welcomeBuyer(
  known: Buyer | undefined,
  words: DeliveryAddress & { email?: string },
  journey: Journey & { basketKey: string },
  now: Date,
): Buyer {
  if (known && !known.isGuest) {
    if (journey.guest) claimFromGuest(journey.guest, known.accountId);
    return known;
  }
  const { firstName, lastName, email = "" } = words;
  const browser = { guestId: journey.guest, basketKey: journey.basketKey };
  const accountId = saveGuest(browser, { firstName, lastName, email }, now);
  return { accountId, firstName, lastName, email, isTest: known?.isTest ?? false, isGuest: true };
}

/** What this browser's basket became, for whoever is signed in or before anybody was. */
export function basketOrderOf(accountId: string, { basketKey, guest }: Journey): Order | undefined {
  if (!basketKey) return undefined;
  const before = guest ? orderOf(guest, basketKey) : undefined;
  return before?.paidAt ? before : (orderOf(accountId, basketKey) ?? before);
}

/** Why a code takes nothing off, as a sentence; null where it does. */
export function discountProblem(
  { journey, ...input }: { accountId: string; discountCode: string; journey: Journey },
  now: Date,
  request: Request,
): string | null {
  try {
    // A use that the order of this basket holds already is its own.
    const orderId = basketOrderOf(input.accountId, journey)?.id;
    const { refused } = quoteLoop({ ...input, orderId }, now);
    return refused && DISCOUNT_SENTENCES[refused];
  } catch (error) {
    noteError(error, request);
    return "Failed to validate discount code. Please try again.";
  }
}

/** Back to the sum without a code that takes nothing off any more. */
export async function withoutCode(refusal: DiscountRefusal, journey: Journey) {
  return await seeOther("/payment", {
    cookies: [await keepJourney({ ...journey, discountCode: undefined })],
    flash: {
      tone: "warn",
      message: `${DISCOUNT_SENTENCES[refusal]}.`,
      more: "The price is now without it.",
    },
  });
}

/** Whether that order waits for an account that takes it. */
export function isGuests(order: Order, { guest }: Journey): boolean {
  return guest !== undefined && order.accountId === guest;
}
