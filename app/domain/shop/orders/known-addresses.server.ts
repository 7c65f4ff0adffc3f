import { and, desc, eq, isNotNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { orders } from "#db/schema";
import { addressesOf } from "~/domain/people/accounts/addresses.server";
import {
  addressLines,
  type DeliveryAddress,
  deliveryAddressForm,
  deliveryAddressIn,
} from "~/domain/people/addresses/forms";
import { deliveryAddressOf } from "./orders.server";

/** Addresses that a customer has typed before, to choose from instead of typing them again. */

export interface KnownAddress {
  /** Of the saved address, or of the order it was typed for. */
  id: string;
  label: string;
  address: DeliveryAddress;
  isSaved: boolean;
}

/** As many past orders as are looked through. */
const MOST_ORDERS = 20;

/** Where we deliver to: the saved ones, the default first, then those of paid orders, the newest first; each place once. */
export function knownAddressesOf(accountId: string): KnownAddress[] {
  const saved = addressesOf(accountId).flatMap(({ id, label, country, ...stored }) => {
    const address = country === "GB" ? asDelivery(deliveryAddressIn(stored)) : undefined;
    return address ? [{ id, label: label ?? address.line1, address, isSaved: true }] : [];
  });
  const typed = listOrders(accountId).flatMap((order) => {
    const address = asDelivery(deliveryAddressOf(order));
    return address ? [{ id: order.id, label: address.line1, address, isSaved: false }] : [];
  });
  const all = [...saved, ...typed];
  return all.filter((one, place) => all.findIndex((other) => isSamePlace(one, other)) === place);
}

const listOrders = prepareAll((accountId: string) =>
  db
    .select({ id: orders.id, deliveryAddress: orders.deliveryAddress })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), isNotNull(orders.paidAt), isNotNull(orders.deliveryAddress)))
    .orderBy(desc(orders.createdAt))
    .limit(MOST_ORDERS),
);

/** An address as it is accepted today. */
function asDelivery(address: DeliveryAddress | undefined): DeliveryAddress | undefined {
  const parsed = deliveryAddressForm.safeParse(address);
  return parsed.success ? deliveryAddressIn(parsed.data) : undefined;
}

function isSamePlace(one: KnownAddress, other: KnownAddress): boolean {
  return addressLines(one.address).join("\n") === addressLines(other.address).join("\n");
}
