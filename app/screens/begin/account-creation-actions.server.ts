import { registerAccount } from "~/domain/people/accounts/accounts.server";
import {
  type Address,
  type AddressInput,
  addAddress,
  addressesOf,
  changeAddress,
} from "~/domain/people/accounts/addresses.server";
import { COMMON_PASSWORD_MESSAGE } from "~/domain/people/accounts/forms";
import { changeGuest } from "~/domain/people/accounts/guests.server";
import { adviseOn, isCommonPassword } from "~/domain/people/accounts/password-rules";
import { profileOf, saveNewsChoice, saveProfile } from "~/domain/people/accounts/profile.server";
import { optionalLineNames } from "~/domain/people/addresses/forms";
import { type AccountCreation, guestAccountForm } from "~/domain/shop/orders/forms";
import { newestPaidOrderOf } from "~/domain/shop/orders/history.server";
import { deliveryAddressOf, type Order } from "~/domain/shop/orders/orders.server";
import { countOrRefuse } from "~/web/attempts.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { resultOrNull } from "~/web/error-log.server";
import type { Journey } from "~/web/journey";
import { storeJourney } from "~/web/journey.server";
import { readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
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
  const now = currentTime();
  const form = formOf(request);
  const submission = readForm(form, guestAccountForm);
  const advice = adviseOn(String(form.get("password") ?? ""));
  const hideFields = ["password"];
  if (submission.status !== "success") return unprocessable("account", submission.reply({ hideFields }), { advice });
  const words = submission.value;
  if (isCommonPassword(words.password)) {
    const fieldErrors = { password: [COMMON_PASSWORD_MESSAGE] };
    return unprocessable("account", submission.reply({ hideFields, fieldErrors }), { advice });
  }
  countOrRefuse("register_address", clientAddress(), now);
  const registration = {
    ...words,
    marketingOptIn: words.agreeToMarketing,
    acceptedTerms: true,
    acceptedPrivacy: true,
  };
  const origin = { client: clientAddress(), earlier: journey.verifying };
  const registered = await resultOrNull(request, () => registerAccount(registration, now, origin));
  if (registered === null) {
    return unprocessable("account", submission.reply({ hideFields, formErrors: [FAILED] }), { advice });
  }
  keepForLater(guestId, words, order, now);
  const going = { verifying: registered.accountId, redirectAfterAuth: afterOpening(order) };
  return await seeOther("/verify-email", { cookies: [await storeJourney({ ...journey, ...going })] });
}

export const FAILED = "Failed to create account. Please try again.";

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

/** Saves profile and address. Returns the error message, or null. */
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
