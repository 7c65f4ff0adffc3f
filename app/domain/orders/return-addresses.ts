import { findTheme } from "../catalogue/catalogue";

/** The provider puts the name of its page in place of this word. */
const ITS_NAME = "{CHECKOUT_SESSION_ID}";

interface SoldOrder {
  kind: "loop" | "gift" | "book_copies";
  theme: string | null;
}

/** Where a buyer comes back to from the provider's page, paid or not, as addresses below our own origin. */
export function returnAddresses(order: SoldOrder): {
  paid: string;
  cancelled: string;
} {
  if (order.kind === "book_copies") {
    return {
      paid: `/checkout/placed?session_id=${ITS_NAME}`,
      cancelled: "/checkout?step=payment&cancelled=1",
    };
  }
  return {
    paid: `/payment-success?session_id=${ITS_NAME}`,
    cancelled: isSoldOnItsOwnPage(order) ? "/streamlined-signup?cancelled=1" : "/payment?cancelled=1",
  };
}

/** Where a buyer sees how a payment stands, by what the provider calls it; null before it has a name. */
export function confirmationAddress(
  order: SoldOrder,
  payment: { checkoutId: string | null; paymentIntentId: string | null },
): string | null {
  const { paid } = returnAddresses(order);
  if (payment.checkoutId) return paid.replace(ITS_NAME, payment.checkoutId);
  const name = payment.paymentIntentId;
  return name ? paid.replace(`session_id=${ITS_NAME}`, `payment_intent=${name}`) : null;
}

/** Where the provider's script sends a buyer back to who had to leave our page; it adds the payment's name itself. */
export function elementReturnAddress(order: SoldOrder): string {
  return returnAddresses(order).paid.split("?")[0] ?? "/";
}

/** The plain loop stands in no list: whoever buys one came through the sign-up in one go. */
export function isSoldOnItsOwnPage(order: { theme: string | null }): boolean {
  return findTheme(order.theme ?? "")?.hidden === true;
}
