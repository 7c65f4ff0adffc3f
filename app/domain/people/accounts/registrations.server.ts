import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { accounts, consents } from "#db/schema";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { type Account, accountById, hashEmail, sameEmail } from "./accounts.server";

/** Registrations with an unproven address. */

/** The data of an unproven registration; never the password. */
export function unprovenRegistrationOf(accountId: string) {
  const account = accountById(accountId);
  if (!account || account.emailVerifiedAt) return undefined;
  const { firstName, lastName, email } = account;
  const agreed = findConsent(hashEmail(email), accountId);
  return { firstName, lastName, email, marketingOptIn: agreed !== undefined };
}

const findConsent = prepareGet((emailHash: string, accountId: string) =>
  db
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.emailHash, emailHash), eq(consents.accountId, accountId))),
);

const registrations = (email: string, isMeant: SQL) =>
  db
    .select()
    .from(accounts)
    .where(and(sameEmail(email), isNull(accounts.emailVerifiedAt), isMeant))
    .limit(2);

/** How long a registration can be found by its email address alone. */
const SOLE_REGISTRATION_HOURS = 24;

/**
 * The unproven registration an API client refers to: the one with its id, otherwise the only one of the last day with
 * this address. With several, each with its own password, the address is ambiguous and none is returned.
 */
export function findRegistration(call: { email: string; registration: string }, now: Date): Account | undefined {
  if (call.registration !== "") return findNamed(call.email, call.registration);
  const since = new Date(now.getTime() - SOLE_REGISTRATION_HOURS * HOUR_MS);
  const [found, another] = listRecent(call.email, since);
  return another ? undefined : found;
}

const findNamed = prepareGet((email: string, id: string) => registrations(email, eq(accounts.id, id)));

const listRecent = prepareAll((email: string, since: Date) => registrations(email, gt(accounts.createdAt, since)));
