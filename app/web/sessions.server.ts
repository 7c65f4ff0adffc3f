import { redirect } from "@remix-run/node";
import { findWriter, type SignedIn } from "~/domain/people/accounts/sessions.server";
import type { Impersonation } from "~/domain/people/staff/impersonations.server";
import { currentTime } from "./clock.server";
import { readSessionKey } from "./customer-auth.server";
import { leaveFlash } from "./flash.server";
import { isOpenToGuests } from "./guest-places";
import { impersonationOf } from "./impersonation.server";
import type { Destination, Journey } from "./journey";
import { rememberDestination } from "./journey.server";
import { perRequest } from "./per-request.server";

/** The session user: the session cookie, read against the database once per request. */

/** A customer, or a staff member impersonating one, limited by `impersonation`. */
export type SessionUser = SignedIn & { impersonation?: Impersonation };

export const sessionUserOf = perRequest(async (request: Request): Promise<SessionUser | undefined> => {
  const impersonation = await impersonationOf(request);
  if (impersonation) return { ...impersonation.person, sessionId: "", impersonation };
  const writer = await writerOf(request);
  return writer?.isGuest && !isOpenToGuests(new URL(request.url).pathname) ? undefined : writer;
});

/** The owner of a session in this browser, on every page: a customer, or the guest who writes their year here. */
export const writerOf = perRequest(async (request: Request): Promise<SignedIn | undefined> => {
  const key = await readSessionKey(request);
  return key ? findWriter(key, currentTime()) : undefined;
});

/**
 * Guards every screen that belongs to a customer: returns them, or sends the visitor to sign in and back to
 * `destination` afterwards.
 */
export async function requireCustomer(
  request: Request,
  destination: Destination,
  known: Pick<Journey, "weekToken"> = {},
): Promise<SessionUser> {
  const person = await sessionUserOf(request);
  if (person) return person;
  const guest = OF_AN_ACCOUNT.has(destination) ? await writerOf(request) : undefined;
  if (guest) {
    const flash = await leaveFlash({ tone: "info", message: OPEN_FIRST, more: formatOpening(guest.email) });
    throw redirect("/dashboard", { headers: { "Set-Cookie": flash } });
  }
  throw redirect("/auth", {
    headers: { "Set-Cookie": await rememberDestination(request, destination, known) },
  });
}

/** What a guest's account has once it is open. */
const OF_AN_ACCOUNT: ReadonlySet<Destination> = new Set(["account", "orders", "book", "dashboard"]);

const OPEN_FIRST = "Open your account first.";
const formatOpening = (email: string) => `Press the link in the email we’ve sent to ${email}.`;
