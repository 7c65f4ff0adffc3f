import { guestOf } from "~/domain/people/accounts/guests.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { type ApiClient, apiClientOf, requireApiClient } from "./api-clients.server";
import type { Destination } from "./journey";
import { readJourney } from "./journey.server";
import { requireCustomer, sessionUserOf } from "./sessions.server";

/** The buyer: the signed-in customer, or the guest that this browser's journey names. */
export type Buyer = Pick<SignedIn, "accountId" | "firstName" | "lastName" | "email" | "isTest"> & {
  isGuest: boolean;
};

export async function buyerOf(request: Request): Promise<Buyer | undefined> {
  const person = await sessionUserOf(request);
  return person ? { ...person, isGuest: person.isGuest ?? false } : await guestBehind(request);
}

/** The guest that this browser's journey names, whether or not a customer is signed in. */
export async function guestBehind(request: Request): Promise<Buyer | undefined> {
  const { guest: guestId } = await readJourney(request);
  const guest = guestId === undefined ? undefined : guestOf(guestId);
  return guest && { ...guest, accountId: guest.id, isGuest: true };
}

/** Guards what a buyer sees of their order: sends everybody else to sign in and back to `destination`. */
export async function requireBuyer(request: Request, destination: Destination): Promise<Buyer> {
  return (await buyerOf(request)) ?? { ...(await requireCustomer(request, destination)), isGuest: false };
}

/**
 * The same guard for an API call: the API client, or this browser's guest. @throws the response 401 for everybody else.
 */
export async function requireBuyingClient(request: Request): Promise<ApiClient> {
  const client = await apiClientOf(request);
  if (client) return client;
  const guest = request.headers.has("authorization") ? undefined : await guestBehind(request);
  return guest ? { ...guest, shows: "session" } : await requireApiClient(request);
}
