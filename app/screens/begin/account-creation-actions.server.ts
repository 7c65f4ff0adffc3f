import {
  type Address,
  type AddressInput,
  addAddress,
  addressesOf,
  changeAddress,
} from "~/domain/people/accounts/addresses.server";
import { changeGuest } from "~/domain/people/accounts/guests.server";
import { profileOf, saveNewsChoice, saveProfile } from "~/domain/people/accounts/profile.server";
import { optionalLineNames } from "~/domain/people/addresses/forms";
import { type AccountCreation, guestAccountForm } from "~/domain/shop/orders/forms";
import { newestPaidOrderOf } from "~/domain/shop/orders/history.server";
import { deliveryAddressOf, type Order } from "~/domain/shop/orders/orders.server";
import { currentTime } from "~/web/clock.server";
import type { Journey } from "~/web/journey";
import { storeJourney } from "~/web/journey.server";
import { readNewPassword, registerTyped } from "~/web/new-password.server";
import { seeOther } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";
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
  const [stored] = addressesOf(accountId);
  const { line1: address, city, postcode } = stored ?? deliveryAddressOf(order) ?? {};
  return { phone: profileOf(accountId).phone, address, city, postcode };
}

/** Where an order leads once its account is open: to the gift, or to the date of the loop. */
export function afterOpening({ kind }: Pick<Order, "kind">): "orders" | "loop-end-date" {
  return kind === "gift" ? "orders" : "loop-end-date";
}

/** Registers a guest with what they bought, which is theirs once their address is proven. */
export async function registerGuest(request: Request, guestId: string, order: Order, journey: Journey) {
  const typed = readNewPassword(formOf(request), guestAccountForm, PASSWORD_FORM);
  if (typed.refused) return typed.refused;
  const words = typed.value;
  const agreed = { marketingOptIn: words.agreeToMarketing, acceptedTerms: true, acceptedPrivacy: true };
  const registered = await registerTyped(request, { ...words, ...agreed }, { earlier: journey.verifying });
  if (registered === null) return typed.again({ formErrors: [FAILED] });
  keepForLater(guestId, words, order, currentTime());
  const going = { verifying: registered.accountId, redirectAfterAuth: afterOpening(order) };
  return await seeOther("/verify-email", { cookies: [await storeJourney({ ...journey, ...going })] });
}

export const FAILED = "Failed to create account. Please try again.";
const PASSWORD_FORM = { intent: "account", secrets: ["password"] } as const;

/** Stores what a guest typed until they have signed in. */
function keepForLater(guestId: string, words: AccountCreation, order: Order, now: Date): void {
  const { firstName, lastName, email, phone } = words;
  changeGuest(guestId, { firstName, lastName, email, phone: phone || null }, now);
  const [stored] = addressesOf(guestId);
  const address = addressOf(words, [stored, deliveryAddressOf(order)]);
  const isDefault = { isDefault: true };
  if (stored) changeAddress({ accountId: guestId, addressId: stored.id }, address, isDefault, now);
  else addAddress(guestId, address, isDefault, now);
}

export function openAccount(
  accountId: string,
  words: AccountCreation,
  order: Order | undefined,
  now: Date,
  note: (error: unknown) => void,
): string | null {
  const parts = [
    ["Failed to update profile", () => keepProfile(accountId, words, now)],
    [NO_ADDRESS, () => saveAddress(accountId, words, order, now)],
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
function saveAddress(accountId: string, words: AccountCreation, order: Order | undefined, now: Date): void {
  const address = addressOf(words, [order && deliveryAddressOf(order)]);
  const isKnown = addressesOf(accountId).some((one) => isAt(one, address));
  if (!isKnown) addAddress(accountId, address, { isDefault: false }, now);
}

type Place = Pick<Address, "line1" | "postcode" | (typeof optionalLineNames)[number]>;

const isAt = (one: Pick<AddressInput, "line1" | "postcode">, { line1, postcode }: typeof one) =>
  one.line1 === line1 && one.postcode === postcode;

/** The form asks for one line of the street; the others are those of an earlier address of the same place. */
function addressOf(words: AccountCreation, earlier: readonly (Place | undefined)[]): AddressInput {
  const { firstName, lastName, address: line1, city, postcode } = words;
  const same = earlier.find(
    (one) => one && isAt(one, { line1, postcode }) && optionalLineNames.some((name) => one[name]),
  );
  return {
    label: "Home",
    firstName,
    lastName,
    line1,
    city,
    ...Object.fromEntries(optionalLineNames.map((name) => [name, same?.[name] ?? ""])),
    postcode,
  };
}
