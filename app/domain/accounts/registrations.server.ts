import { and, eq, gt, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { keepGet } from "#db/queries.server";
import { accounts, consents } from "#db/schema";
import { HOUR_MS } from "../time/durations";
import { type Account, accountById, hashEmail, sameEmail } from "./accounts.server";

/** Registrations with an unproven address. */

const unprovenRegistrationOfQuery = keepGet((emailHash: string, accountId: string) =>
  db
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.emailHash, emailHash), eq(consents.accountId, accountId))),
);

/** The data of an unproven registration; never the password. */
export function unprovenRegistrationOf(accountId: string) {
  const account = accountById(accountId);
  if (!account || account.emailVerifiedAt) return undefined;
  const { firstName, lastName, email } = account;
  const agreed = unprovenRegistrationOfQuery(hashEmail(email), accountId);
  return { firstName, lastName, email, marketingOptIn: agreed !== undefined };
}

/** How long a registration can be found by its email address alone. */
const SOLE_REGISTRATION_HOURS = 24;

/**
 * The unproven registration an API client refers to: the one with its id, otherwise the only one of the last day with
 * this address. With several, each with its own password, the address is ambiguous and none is returned.
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
