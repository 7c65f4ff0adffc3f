/** The three steps of ordering copies. */
export const CHECKOUT_STEPS = [
  { label: "Review items", href: "/checkout" },
  { label: "Delivery", href: "/checkout?step=delivery" },
  { label: "Payment" },
];
