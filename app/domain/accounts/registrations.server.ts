import { and, eq, gt, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { accounts, consents } from "#db/schema";
import { HOUR_MS } from "../time/durations";
import { type Account, accountById, hashEmail, sameEmail } from "./accounts.server";

/** Registrations whose address nobody has proven yet. */

/** What somebody typed who registered and has not proved their address yet; never the password. */
export function unprovenRegistrationOf(accountId: string) {
  const account = accountById(accountId);
  if (!account || account.emailVerifiedAt) return undefined;
  const { firstName, lastName, email } = account;
  const agreed = db
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.emailHash, hashEmail(email)), eq(consents.accountId, accountId)))
    .get();
  return { firstName, lastName, email, marketingOptIn: agreed !== undefined };
}

/** How long a registration is looked for by its e-mail alone. */
const SOLE_REGISTRATION_HOURS = 24;

/**
 * The unproven registration a program speaks of: the one it names by its id, else the only one of the last day with
 * this address. Where there are several, each with a password of its own, an address alone does not say whose code
 * it is, and none of them is meant.
 */
export function findRegistration(
  call: { email: string; registration: string },
  now: Date,
): Account | undefined {
  const isMeant = and(sameEmail(call.email), isNull(accounts.emailVerifiedAt));
  if (call.registration !== "") {
    return db
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, call.registration), isMeant))
      .get();
  }
  const since = new Date(now.getTime() - SOLE_REGISTRATION_HOURS * HOUR_MS);
  const [found, another] = db
    .select()
    .from(accounts)
    .where(and(isMeant, gt(accounts.createdAt, since)))
    .limit(2)
    .all();
  return another ? undefined : found;
}
