/** The provider puts the name of its page in place of this word. */
const ITS_NAME = "{CHECKOUT_SESSION_ID}";

/** Where a buyer comes back to from the provider's page, paid or not, as addresses below our own origin. */
export function returnAddresses(order: { kind: "loop" | "gift" | "book_copies" }): {
  paid: string;
  cancelled: string;
} {
  if (order.kind === "book_copies") {
    return {
      paid: `/checkout/placed?session_id=${ITS_NAME}`,
      cancelled: "/checkout?step=payment&cancelled=1",
    };
  }
  return { paid: `/payment-success?session_id=${ITS_NAME}`, cancelled: "/payment?cancelled=1" };
}
