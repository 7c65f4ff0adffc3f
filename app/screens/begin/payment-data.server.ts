import { findLoopType, findTheme } from "~/domain/diary/catalogue/catalogue";
import { deliveryWindow } from "~/domain/diary/rules/calendar";
import { firstDayAfterCancelling } from "~/domain/kernel/time/cancellation-days";
import { londonDay } from "~/domain/kernel/time/days";
import { lastValidInstant } from "~/domain/kernel/time/voucher-validity";
import { DISCOUNT_MESSAGES } from "~/domain/shop/discounts/rules";
import { elementData } from "~/domain/shop/orders/checkout.server";
import { knownAddressesOf } from "~/domain/shop/orders/known-addresses.server";
import { deliveryAddressOf, giftDetailsOf, type Order, orderOf, quoteLoop } from "~/domain/shop/orders/orders.server";
import { latestDecline } from "~/domain/shop/orders/payments.server";
import { latestSendDay } from "~/domain/shop/vouchers/gift-state";
import type { Voucher } from "~/domain/shop/vouchers/pending-voucher.server";
import type { Buyer } from "~/web/buyers.server";
import type { Journey } from "~/web/journey";
import { shownKey } from "~/web/shown-choice.server";

interface Paying {
  journey: Journey;
  buyer: Buyer | undefined;
  /** The voucher that is redeemed; it takes no discount. */
  voucher: Voucher | null;
  order: Order | undefined;
  params: URLSearchParams;
  /** What was typed before signing in, before the price changed, or before saying which loop is meant. */
  words: Record<string, string>;
}

export function paymentData({ journey, buyer, voucher, order, params, words }: Paying, now: Date) {
  const theme = findTheme(journey.selectedTheme ?? "");
  const type = findLoopType(journey.selectedTheme ?? "", journey.selectedType ?? "");
  const discountCode = voucher ? null : (journey.discountCode ?? null);
  const quote = quoteLoop({ accountId: buyer?.accountId ?? NOBODY, discountCode, orderId: order?.id }, now);
  return {
    journeyType: journey.journeyType ?? null,
    shown: shownKey(journey),
    words: params.has("address") ? {} : words,
    covered: voucher && { lastFour: voucher.lastFour },
    loop:
      theme && type?.active
        ? { theme: theme.id, themeName: theme.name, name: type.displayName, image: type.image }
        : null,
    element: elementData(),
    quote: { ...quote, refused: quote.refused && DISCOUNT_MESSAGES[quote.refused] },
    wasCancelled: params.has("cancelled"),
    lastError: order ? latestDecline(order.id) : null,
    ...deliveryData(buyer, order, params.get("address")),
    guest: buyer && !buyer.isGuest ? null : { email: buyer?.email ?? "" },
    gift: journey.journeyType === "gift" ? giftData(order, buyer, now) : null,
    laterStart: firstDayAfterCancelling(now),
    startsAtOnce: order?.startRequestedAt ? "on" : undefined,
    deliveryMonth: deliveryWindow(londonDay(now)).recommended,
  };
}

export type PaymentData = ReturnType<typeof paymentData>;

/** In place of an account id while nobody is signed in and nothing was bought. */
export const NOBODY = "";

/** The order of this browser's basket, of the account signed in or of the guest before they signed in. */
export function basketOrderOf(accountId: string, { basketKey, guest }: Journey): Order | undefined {
  if (!basketKey) return undefined;
  const before = guest ? orderOf(guest, basketKey) : undefined;
  return before?.paidAt ? before : (orderOf(accountId, basketKey) ?? before);
}

/**
 * The address the form starts with: the saved one that was chosen, else the order's, else the one the buyer typed
 * before. A guest is shown no saved addresses, since their email address is unproven.
 */
function deliveryData(buyer: Buyer | undefined, order: Order | undefined, chosenId: string | null) {
  const saved = buyer && !buyer.isGuest ? knownAddressesOf(buyer.accountId) : [];
  const picked = saved.find(({ id }) => id === chosenId);
  const [first] = saved;
  const name = { firstName: buyer?.firstName ?? "", lastName: buyer?.lastName ?? "" };
  const usual = (order && deliveryAddressOf(order)) ?? first?.address ?? name;
  return {
    address: picked?.address ?? usual,
    pickedId: picked?.id ?? null,
    saved: saved.map(({ id, label, address: { line1, city, postcode } }) => ({
      id,
      label,
      words: [line1, city, postcode].join(", "),
    })),
  };
}

/** What the giver wrote so far, the days it can be sent on, and how long the voucher will be valid. */
function giftData(order: Order | undefined, buyer: Buyer | undefined, now: Date) {
  const today = londonDay(now);
  const details = order ? giftDetailsOf(order) : { giverName: "" };
  const giverName = details.giverName || buyer?.firstName || "";
  const handover = order && !giftDetailsOf(order).recipientEmail ? "myself" : "email";
  return {
    details: { ...details, giverName, handover },
    firstDay: today,
    lastDay: latestSendDay(now),
    validUntil: londonDay(lastValidInstant(today, null)),
  };
}
