import type { LoopQuote } from "~/domain/shop/orders/orders.server";

export type Quote = Omit<LoopQuote, "refused">;

export function priceRows(quote: Quote) {
  return [
    { label: "Loop and hardback book", amount: quote.subtotalPence },
    ...(quote.discountPence > 0
      ? [{ label: "Discount", amount: -quote.discountPence, chip: quote.discount?.code }]
      : []),
    { label: "UK delivery", amount: quote.deliveryPence === 0 ? "Free" : quote.deliveryPence },
  ];
}
