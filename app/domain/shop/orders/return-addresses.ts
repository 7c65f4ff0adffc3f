import { findTheme } from "~/domain/diary/catalogue/catalogue";

/** Where a buyer goes from the provider's page, and after paying, as paths of our own. */

/** The provider replaces this with its reference of the page. */
const REFERENCE = "{CHECKOUT_SESSION_ID}";

interface SoldOrder {
  kind: "loop" | "gift" | "book_copies";
  theme: string | null;
}

/** Where a buyer returns to from the provider's page, paid or not. */
export function returnAddresses(order: SoldOrder): { paid: string; cancelled: string } {
  if (order.kind === "book_copies") {
    return {
      paid: `/checkout/placed?session_id=${REFERENCE}`,
      cancelled: "/checkout?step=payment&cancelled=1",
    };
  }
  return {
    paid: `/payment-success?session_id=${REFERENCE}`,
    cancelled: isSoldOnItsOwnPage(order) ? "/streamlined-signup?cancelled=1" : "/payment?cancelled=1",
  };
}

/** Where an order is paid again: its basket, or in a browser without it the start of a new one. */
export function placeToPayAgain(order: SoldOrder): string {
  return returnAddresses(order).cancelled.split("?")[0] ?? "/";
}

/** The page that shows a payment, named by the provider's reference; null while it has none. */
export function confirmationAddress(
  order: SoldOrder,
  payment: { checkoutId: string | null; paymentIntentId: string | null },
): string | null {
  const { paid } = returnAddresses(order);
  if (payment.checkoutId) return paid.replace(REFERENCE, payment.checkoutId);
  const name = payment.paymentIntentId;
  return name ? paid.replace(`session_id=${REFERENCE}`, `payment_intent=${name}`) : null;
}

/** Where the provider's script returns a buyer who had to leave our page; it adds the reference itself. */
export function elementReturnAddress(order: SoldOrder): string {
  return returnAddresses(order).paid.split("?")[0] ?? "/";
}

/** Where an order leads after it is paid: to the voucher of a gift, or to the start of a loop. */
export function placeAfterPaying(order: { kind: SoldOrder["kind"]; number: string }): string {
  return order.kind === "gift" ? `/gift-confirmation?order=${order.number}` : "/loop-end-date";
}

/** The plain loop is in no list of themes: only the streamlined sign-up sells it. */
export function isSoldOnItsOwnPage(order: { theme: string | null }): boolean {
  return findTheme(order.theme ?? "")?.hidden === true;
}
