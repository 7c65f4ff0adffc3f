import type { PriceList } from "~/domain/diary/catalogue/prices";

/**
 * What a basket comes to. All sums are whole pence in pounds sterling. The server alone prices, and one function
 * totals a basket: the summary, the payment, the receipt and the figures all ask it.
 */

/** The card provider takes nothing below 30 pence, so a sum is either nothing or at least this. */
export const SMALLEST_CHARGE_PENCE = 30;

export interface BasketLine {
  unitPence: number;
  quantity: number;
}

export interface Totals {
  subtotalPence: number;
  discountPence: number;
  deliveryPence: number;
  taxPence: number;
  totalPence: number;
}

/**
 * Totals a basket: lines, less the discount (never below zero), plus delivery and tax. A discount that would
 * leave a sum too small to charge is lowered until the sum can be charged.
 */
export function totalBasket(basket: {
  lines: readonly BasketLine[];
  discountPence: number;
  deliveryPence: number;
  taxPence: number;
}): Totals {
  const subtotalPence = basket.lines.reduce((sum, line) => sum + line.unitPence * line.quantity, 0);
  const added = basket.deliveryPence + basket.taxPence;
  const wanted = Math.min(Math.max(0, basket.discountPence), subtotalPence);
  const total = subtotalPence - wanted + added;
  const missing = total > 0 ? Math.max(0, SMALLEST_CHARGE_PENCE - total) : 0;
  const discountPence = Math.max(0, wanted - missing);
  return {
    subtotalPence,
    discountPence,
    deliveryPence: basket.deliveryPence,
    taxPence: basket.taxPence,
    totalPence: subtotalPence - discountPence + added,
  };
}

/** One loop with its book, delivered in the UK. */
export function totalLoop(prices: PriceList, discountPence: number): Totals {
  return totalBasket({
    lines: [{ unitPence: prices.loopPence, quantity: 1 }],
    discountPence,
    deliveryPence: prices.loopDeliveryPence,
    taxPence: 0,
  });
}

/** Extra copies of books, delivered in the UK: delivery costs nothing above a subtotal, tax is of the subtotal, half up. */
export function totalCopies(prices: PriceList, lines: readonly BasketLine[]): Totals {
  const subtotalPence = lines.reduce((sum, line) => sum + line.unitPence * line.quantity, 0);
  const isFree = subtotalPence === 0 || subtotalPence > prices.bookCopyFreeDeliveryAbovePence;
  return totalBasket({
    lines,
    discountPence: 0,
    deliveryPence: isFree ? 0 : prices.bookCopyDeliveryPence,
    taxPence: Math.floor((subtotalPence * prices.bookCopyTaxPercent + 50) / 100),
  });
}
