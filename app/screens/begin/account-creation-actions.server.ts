import {
  type AddressWords,
  addAddress,
  addressesOf,
  changeAddress,
} from "~/domain/accounts/addresses.server";
import { changeGuest } from "~/domain/accounts/guests.server";
import { profileOf, saveNewsChoice, saveProfile } from "~/domain/accounts/profile.server";
import type { AccountCreation } from "~/domain/orders/forms";
import { newestPaidOrderOf } from "~/domain/orders/history.server";
import { deliveryAddressOf, type Order } from "~/domain/orders/orders.server";
import type { Journey } from "~/web/journey";
import { basketOrderOf } from "./payment-data.server";

/** The paid order of this browser's basket, or this buyer's newest paid order. */
export function orderToClaim(accountId: string, journey: Journey): Order | undefined {
  const order = basketOrderOf(accountId, journey);
  if (order?.paidAt) return order;
  const { guest } = journey;
  return newestPaidOrderOf(accountId) ?? (guest ? newestPaidOrderOf(guest) : undefined);
}

/** What the form starts with: a saved address, or the order's. */
export function addressToOffer(accountId: string, order: Order) {
  const [kept] = addressesOf(accountId);
  const { line1: address, city, postcode } = kept ?? deliveryAddressOf(order) ?? {};
  return { phone: profileOf(accountId).phone, address, city, postcode };
}

/** Keeps a guest's answers until they have signed in. */
export function keepForLater(guestId: string, words: AccountCreation, now: Date): void {
  const { firstName, lastName, email, phone } = words;
  changeGuest(guestId, { firstName, lastName, email, phone: phone || null }, now);
  const [kept] = addressesOf(guestId);
  const isDefault = { isDefault: true };
  if (kept) changeAddress({ accountId: guestId, addressId: kept.id }, addressOf(words), isDefault, now);
  else addAddress(guestId, addressOf(words), isDefault, now);
}

/** Saves profile and address. Gives the sentence of what failed, or null. */
export function openAccount(
  accountId: string,
  words: AccountCreation,
  now: Date,
  note: (error: unknown) => void,
): string | null {
  const parts = [
    ["Failed to update profile", () => keepProfile(accountId, words, now)],
    [NO_ADDRESS, () => keepAddress(accountId, words, now)],
  ] as const;
  for (const [sentence, keep] of parts) {
    try {
      keep();
    } catch (error) {
      note(error);
      return sentence;
    }
  }
  return null;
}

const NO_ADDRESS = "Failed to save address";

function keepProfile(accountId: string, words: AccountCreation, now: Date): void {
  saveProfile(accountId, words, now);
  if (words.agreeToMarketing) saveNewsChoice(accountId, true, now);
}

/** Saves the address, unless it is saved already or there are as many as we keep. */
function keepAddress(accountId: string, words: AccountCreation, now: Date): void {
  const address = addressOf(words);
  const isKept = addressesOf(accountId).some(
    (one) => one.line1 === address.line1 && one.postcode === address.postcode,
  );
  if (!isKept) addAddress(accountId, address, { isDefault: false }, now);
}

function addressOf(words: AccountCreation): AddressWords {
  const { firstName, lastName, address, city, postcode } = words;
  return { label: "Home", firstName, lastName, line1: address, line2: "", city, county: "", postcode };
}
