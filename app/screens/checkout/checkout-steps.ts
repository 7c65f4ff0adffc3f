/** The three steps of ordering copies; those that are done can be looked at again. */
export const CHECKOUT_STEPS = [
  { label: "Review items", href: "/checkout" },
  { label: "Delivery", href: "/checkout?step=delivery" },
  { label: "Payment" },
];
