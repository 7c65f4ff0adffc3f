import { type Address, addressesOf } from "~/domain/accounts/addresses.server";
import { bindingInFull } from "~/domain/book-format/bindings";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { readPrices } from "~/domain/catalogue/prices.server";
import { sayCopyDay } from "~/domain/loops/book-days";
import { cartKey } from "~/domain/orders/cart";
import { type CopyLine, quoteCopies } from "~/domain/orders/copies.server";
import { addressLines, isServed } from "~/domain/orders/forms";
import { knownAddressesOf } from "~/domain/orders/known-addresses.server";
import { copyPrice } from "~/domain/orders/price-words";
import { londonDay } from "~/domain/time/days";
import type { Cart } from "~/web/cart.server";

/** Books are delivered within the United Kingdom; other saved addresses cannot be chosen. */
export function isDeliverable({ country, postcode }: Pick<Address, "country" | "postcode">): boolean {
  return country === "GB" && isServed(postcode);
}

export function checkoutData(accountId: string, cart: Cart, now: Date) {
  const { lines, ...totals } = quoteCopies(accountId, cart.items);
  const prices = readPrices();
  const addresses = addressesOf(accountId);
  const typed = knownAddressesOf(accountId).filter(({ isSaved }) => !isSaved);
  const possible = [...addresses.filter(isDeliverable), ...typed];
  const chosen = possible.find(({ id }) => id === cart.addressId) ?? possible[0];
  const today = londonDay(now);
  return {
    shown: cartKey(cart.items, cart.addressId),
    totals,
    lines: lines.map((line) => ({
      ...line,
      ...describe(line),
      arrives: sayCopyDay(line, today),
      eachWithTax: totals.taxPence > 0 ? copyPrice(prices, line.edition) : null,
    })),
    addresses: [
      ...addresses.map((address) => ({
        id: address.id,
        label: address.label ?? address.line1,
        words: addressLines(address).join(", "),
        isDeliverable: isDeliverable(address),
      })),
      ...typed.map(({ id, label, address }) => ({
        id,
        label,
        words: addressLines(address).join(", "),
        isDeliverable: true,
      })),
    ],
    chosenId: chosen?.id ?? null,
    /** The customer chose the address, and it is still saved. */
    isChosen: chosen !== undefined && chosen.id === cart.addressId,
  };
}

export type CheckoutData = ReturnType<typeof checkoutData>;

function describe({ theme, type, edition }: CopyLine) {
  const entry = findLoopType(theme, type);
  return {
    image: entry?.image ?? null,
    cloth: entry?.themeId ?? ("classic" as const),
    binding: bindingInFull(edition),
  };
}
