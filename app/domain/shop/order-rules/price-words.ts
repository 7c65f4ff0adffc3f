import type { PriceList } from "~/domain/diary/catalogue/prices";
import { BINDING_WORDS, BINDINGS, type Binding } from "~/domain/kernel/book-format/bindings";
import { formatPence } from "~/domain/kernel/money/pounds";
import { type Totals, totalCopies, totalLoop } from "./pricing";

/**
 * What a loop and a copy of a book cost, as every page that quotes a price words it: with everything that has to be
 * paid, from the function that totals a basket.
 */

export interface LoopPrice {
  /** Without its delivery. */
  readonly amount: string;
  /** After the amount: the book, the delivery, and the sum of both where the delivery is charged. */
  readonly withBook: string;
  /** The two together. */
  readonly inFull: string;
  /** In short, beside a price. */
  readonly postage: string;
}

export function formatLoopPrice(prices: PriceList): LoopPrice {
  const { subtotalPence, deliveryPence, totalPence } = totalLoop(prices, 0);
  const amount = formatPence(subtotalPence);
  const delivery = formatPence(deliveryPence);
  const withBook =
    deliveryPence === 0
      ? "with the book and UK delivery"
      : `with the book, plus ${delivery} UK delivery: ${formatPence(totalPence)} in all`;
  const postage = deliveryPence === 0 ? "Free P&P" : `Plus ${delivery} P&P`;
  return { amount, withBook, inFull: `${amount} ${withBook}`, postage };
}

/** For the terms: what the price of a loop includes, and what its delivery costs. */
export function loopPriceTerms(prices: PriceList): { price: string; delivery: string } {
  const { subtotalPence, deliveryPence, totalPence } = totalLoop(prices, 0);
  const amount = formatPence(subtotalPence);
  if (deliveryPence === 0) {
    return {
      price: `A loop costs ${amount}. That includes its book and delivery to an address in the United Kingdom.`,
      delivery: "We deliver the book that comes with a loop free of charge.",
    };
  }
  const delivery = formatPence(deliveryPence);
  return {
    price: `A loop costs ${amount} with its book. Delivery to an address in the United Kingdom is ${delivery}, so you pay ${formatPence(totalPence)} in all.`,
    delivery: `Delivery of the book that comes with a loop costs ${delivery}, which you pay with the loop.`,
  };
}

/** As search engines read it: pounds without a sign. */
export function loopPriceFigures(prices: PriceList): { price: string; delivery: string } {
  const { subtotalPence, deliveryPence } = totalLoop(prices, 0);
  const figure = (pence: number) => (pence / 100).toFixed(2);
  return { price: figure(subtotalPence), delivery: figure(deliveryPence) };
}

const unitPence = (prices: PriceList, binding: Binding) =>
  binding === "luxury" ? prices.bookCopyLuxuryPence : prices.bookCopyStandardPence;

/** One copy of a book, as a basket of its own. */
function totalCopy(prices: PriceList, binding: Binding): Totals {
  return totalCopies(prices, [{ unitPence: unitPence(prices, binding), quantity: 1 }]);
}

/** What one copy costs with tax: "£75.59". Its delivery is in `copyDelivery`. */
export function copyPrice(prices: PriceList, binding: Binding): string {
  const { subtotalPence, taxPence } = totalCopy(prices, binding);
  return formatPence(subtotalPence + taxPence);
}

/** What is in the price of a copy, and what its delivery costs. */
export function copyPriceNote(prices: PriceList): string {
  return prices.bookCopyTaxPercent === 0
    ? copyDelivery(prices)
    : `Tax of ${prices.bookCopyTaxPercent}% is included. ${copyDelivery(prices)}`;
}

function copyDelivery(prices: PriceList): string {
  const { bookCopyDeliveryPence: deliveryPence, bookCopyFreeDeliveryAbovePence: freeAbovePence } = prices;
  if (BINDINGS.every((binding) => totalCopy(prices, binding).deliveryPence === 0)) {
    return "UK delivery is free.";
  }
  const before = prices.bookCopyTaxPercent === 0 ? "" : " before tax";
  return `UK delivery is ${formatPence(deliveryPence)} an order, and free above ${formatPence(freeAbovePence)}${before}.`;
}

/** For the terms. */
export function copyPriceTerms(prices: PriceList): string {
  const each = BINDINGS.map(
    (binding) => `${copyPrice(prices, binding)} with a ${BINDING_WORDS[binding].name.toLowerCase()}`,
  );
  return `An extra copy of your book costs ${each.join(" or ")}. ${copyPriceNote(prices)}`;
}
