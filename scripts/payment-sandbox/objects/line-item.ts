import type Stripe from "stripe";
import { newId } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

/** The API sends decimals as text; the SDK converts them to Decimal. */
type Price = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, "price"> & { price: Price };

export interface NewLine {
  name: string;
  unitAmount: number;
  quantity: number;
  currency: string;
}

export function buildLineItem(line: NewLine, second: number): LineItem {
  const total = line.unitAmount * line.quantity;
  return {
    ...unset.lineItem,
    id: newId("li"),
    object: "item",
    amount_subtotal: total,
    amount_total: total,
    currency: line.currency,
    description: line.name,
    price: {
      ...unset.price,
      id: newId("price"),
      object: "price",
      billing_scheme: "per_unit",
      created: second,
      currency: line.currency,
      product: newId("prod", 14),
      tax_behavior: "unspecified",
      type: "one_time",
      unit_amount: line.unitAmount,
      unit_amount_decimal: String(line.unitAmount),
    } satisfies Price,
    quantity: line.quantity,
  } satisfies LineItem;
}
