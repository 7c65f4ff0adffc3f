import { findLoopType, findTheme, isOffered } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { firstStartOf, unspentCreditOf } from "~/domain/diary/loops/credits.server";
import { deliveryWindow } from "~/domain/diary/rules/calendar";
import { firstDayAfterCancelling } from "~/domain/kernel/time/cancellation-days";
import { londonDay } from "~/domain/kernel/time/days";
import { codeNotArrived } from "~/domain/mail/outbox/not-arrived.server";
import { accountById, MARKETING_WORDING, resendWait } from "~/domain/people/accounts/accounts.server";
import type { Address } from "~/domain/people/accounts/addresses.server";
import { unprovenRegistrationOf } from "~/domain/people/accounts/registrations.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import {
  addressLines,
  type DeliveryAddress,
  deliveryAddressForm,
  deliveryAddressIn,
} from "~/domain/people/addresses/forms";
import { DISCOUNT_MESSAGES } from "~/domain/shop/discounts/rules";
import { formatLoopPrice } from "~/domain/shop/order-rules/price-words";
import { elementData } from "~/domain/shop/orders/checkout.server";
import { knownAddressesOf } from "~/domain/shop/orders/known-addresses.server";
import { deliveryAddressOf, type Order, orderOf, quoteLoop } from "~/domain/shop/orders/orders.server";
import { latestDecline } from "~/domain/shop/orders/payments.server";
import { describeLoopType } from "~/domain/shop/selling/cards";
import type { Signup } from "~/web/signup";
import type { SignupStep } from "./signup-steps";

/** What the sign-up sells: the plain loop, which is in no list of themes. */
export const PACKAGE = { theme: "classic", type: "standard" } as const;

/** What is sold, for every step; undefined if it is not for sale. */
export function packageOnSale() {
  const theme = findTheme(PACKAGE.theme);
  const type = findLoopType(PACKAGE.theme, PACKAGE.type);
  if (!theme || !type || !isOffered(type, "purchase")) return undefined;
  return {
    theme: theme.id,
    themeName: theme.name,
    name: type.displayName,
    image: type.image,
    hero: theme.hero,
    bullets: describeLoopType(type, "purchase").bullets,
    price: formatLoopPrice(readPrices()),
  };
}

export type PackageData = NonNullable<ReturnType<typeof packageOnSale>>;

/** The furthest step this person has reached. The payment step needs a pending order. */
export function reachedStep(person: SignedIn | undefined, signup: Signup): SignupStep | "signed-out" {
  if (person) {
    const order = orderOf(person.accountId, signup.basketKey);
    if (order?.paidAt) return "complete";
    return signup.isAddressed && order?.status === "PENDING" ? "payment" : "address";
  }
  const account = signup.verifying ? accountById(signup.verifying) : undefined;
  if (account?.emailVerifiedAt) return "signed-out";
  return account ? "verify" : "account";
}

export function accountData(signup: Signup) {
  const registration = signup.verifying ? unprovenRegistrationOf(signup.verifying) : undefined;
  return {
    page: "account" as const,
    step: "account" as const,
    registration: registration ?? null,
    marketingWording: MARKETING_WORDING,
  };
}

export function verifyData(signup: Signup, now: Date) {
  const email = unprovenRegistrationOf(signup.verifying ?? "")?.email ?? "";
  return {
    page: "verify" as const,
    step: "verify" as const,
    email,
    waitSeconds: resendWait(signup.verifying ?? "", now),
    notArrived: codeNotArrived(email, now),
  };
}

/** The first two steps for somebody who has an account. */
export function provenData(step: "account" | "verify", { firstName, lastName, email }: SignedIn) {
  return { page: "proven" as const, step, name: `${firstName} ${lastName}`, email };
}

export function addressData(person: SignedIn, signup: Signup) {
  const { accountId, firstName, lastName } = person;
  const offered = knownAddressesOf(accountId).filter(({ id }) => id !== signup.addressId);
  const order = signup.isAddressed ? orderOf(accountId, signup.basketKey) : undefined;
  const ordered = order && deliveryAddressOf(order);
  const chosen = ordered ? offered.find(({ address }) => isSamePlace(address, ordered)) : offered[0];
  const draft = signup.draft?.accountId === accountId ? signup.draft.words : undefined;
  return {
    page: "address" as const,
    step: "address" as const,
    offered: offered.map(({ id, label, address }) => ({
      id,
      label,
      words: addressLines(address).join(", "),
    })),
    choice: draft || (ordered && !chosen) ? NEW_ADDRESS : (chosen?.id ?? NEW_ADDRESS),
    address: draft ?? (chosen ? undefined : ordered) ?? { firstName, lastName },
    /** They have another loop that is paid for and not begun. */
    hasLoopToBegin: unspentCreditOf(accountId) !== undefined,
  };
}

/** The choice of an address that is typed into the form. */
export const NEW_ADDRESS = "new";

/** A saved address as a delivery address; undefined if we do not deliver to it. */
export function deliveryOf(address: Address): DeliveryAddress | undefined {
  if (address.country !== "GB") return undefined;
  const parsed = deliveryAddressForm.safeParse(deliveryAddressIn(address));
  return parsed.success ? deliveryAddressIn(parsed.data) : undefined;
}

export function isSamePlace(one: DeliveryAddress, other: DeliveryAddress): boolean {
  return addressLines(one).join("\n") === addressLines(other).join("\n");
}

export function paymentData(person: SignedIn, signup: Signup, order: Order, now: Date) {
  const { accountId } = person;
  const discountCode = signup.discountCode ?? null;
  const quote = quoteLoop({ accountId, discountCode, orderId: order.id }, now);
  const address = deliveryAddressOf(order);
  return {
    page: "payment" as const,
    step: "payment" as const,
    element: elementData(),
    quote: { ...quote, refused: quote.refused && DISCOUNT_MESSAGES[quote.refused] },
    address: address ? [...addressLines(address), "United Kingdom"] : [],
    deliveryMonth: deliveryWindow(londonDay(now)).recommended,
    laterStart: firstDayAfterCancelling(now),
    startsAtOnce: order.startRequestedAt !== null,
    /** Why the last card was declined, as the provider's message. */
    lastError: latestDecline(order.id),
  };
}

export function completeData(person: SignedIn, order: Order, now: Date) {
  const { number: orderNumber, totalPence } = order;
  return {
    page: "complete" as const,
    step: "complete" as const,
    firstName: person.firstName,
    orderNumber,
    totalPence,
    firstStart: firstStartOf({ orderId: order.id }, now),
  };
}

export type AccountData = ReturnType<typeof accountData>;
export type VerifyData = ReturnType<typeof verifyData>;
export type ProvenData = ReturnType<typeof provenData>;
export type AddressData = ReturnType<typeof addressData>;
export type PaymentStepData = ReturnType<typeof paymentData>;
export type CompleteData = ReturnType<typeof completeData>;
