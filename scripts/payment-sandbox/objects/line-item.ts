import type Stripe from "stripe";
import { newId } from "../identifiers";

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
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: line.currency,
    description: line.name,
    metadata: {},
    price: {
      id: newId("price"),
      object: "price",
      active: false,
      billing_scheme: "per_unit",
      created: second,
      currency: line.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId("prod", 14),
      recurring: null,
      tax_behavior: "unspecified",
      tiers_mode: null,
      transform_quantity: null,
      type: "one_time",
      unit_amount: line.unitAmount,
      unit_amount_decimal: String(line.unitAmount),
    } satisfies Price,
    quantity: line.quantity,
  } satisfies LineItem;
}
