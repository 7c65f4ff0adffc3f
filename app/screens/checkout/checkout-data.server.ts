import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { formatCopyDay } from "~/domain/diary/loops/book-days";
import { bindingInFull } from "~/domain/kernel/book-format/bindings";
import { londonDay } from "~/domain/kernel/time/days";
import { type Address, addressesOf } from "~/domain/people/accounts/addresses.server";
import { addressLines, deliveryAddressIn, isServed } from "~/domain/people/addresses/forms";
import { copyPrice } from "~/domain/shop/order-rules/price-words";
import { cartKey } from "~/domain/shop/orders/cart";
import { type CopyLine, quoteCopies } from "~/domain/shop/orders/copies.server";
import { knownAddressesOf } from "~/domain/shop/orders/known-addresses.server";
import type { Cart } from "~/web/cart.server";

/** Books are delivered within the United Kingdom; other saved addresses cannot be chosen. */
export function isDeliverable({ country, postcode }: Pick<Address, "country" | "postcode">): boolean {
  return country === "GB" && isServed(postcode);
}

/** Where the copies go: the address that was chosen, else the first that is known. */
export function chosenAddress(accountId: string, cart: Cart) {
  const saved = addressesOf(accountId)
    .filter(isDeliverable)
    .map((one) => ({ id: one.id, address: deliveryAddressIn(one) }));
  const possible = [...saved, ...knownAddressesOf(accountId).filter(({ isSaved }) => !isSaved)];
  return possible.find(({ id }) => id === cart.addressId) ?? possible[0] ?? null;
}

/** What a payment page shows: the copies, and the lines of the address. */
export function shownCopies(cart: Cart, chosen: ReturnType<typeof chosenAddress>): string {
  return cartKey(cart.items, chosen ? addressLines(chosen.address).join(", ") : undefined);
}

export function checkoutData(accountId: string, cart: Cart, now: Date) {
  const { lines, ...totals } = quoteCopies(accountId, cart.items);
  const prices = readPrices();
  const addresses = addressesOf(accountId);
  const typed = knownAddressesOf(accountId).filter(({ isSaved }) => !isSaved);
  const chosen = chosenAddress(accountId, cart);
  const today = londonDay(now);
  return {
    shown: shownCopies(cart, chosen),
    totals,
    lines: lines.map((line) => ({
      ...line,
      ...describe(line),
      arrives: formatCopyDay(line, today),
      each: copyPrice(prices, line.edition),
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
    chosenWords: chosen && addressLines(chosen.address).join(", "),
  };
}

export type CheckoutData = ReturnType<typeof checkoutData>;

function describe({ theme, type, edition }: CopyLine) {
  const entry = findLoopType(theme, type);
  return {
    cloth: entry?.themeId ?? ("classic" as const),
    binding: bindingInFull(edition),
  };
}
