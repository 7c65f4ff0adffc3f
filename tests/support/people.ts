import { db } from "#db/client.server";
import { accounts, loopCredits, loops } from "#db/schema";
import { startDayFor } from "~/domain/diary/rules/calendar";
import type { Registration } from "~/domain/people/accounts/forms";

/** Accounts of the tests and what they own, written straight into the database. */

/** The present of the tests: a Friday morning in London. */
export const NOW = new Date("2026-11-20T10:00:00Z");

export const later = (seconds: number, from: Date = NOW) => new Date(from.getTime() + seconds * 1000);

export const PASSWORD = "Larch-and-42-finches";

/** The parsed form of a registration. */
export function registrationOf(email: string, given: Partial<Registration> = {}): Registration {
  return {
    firstName: "Margaret",
    lastName: "Okafor",
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    marketingOptIn: false,
    acceptedTerms: true,
    acceptedPrivacy: true,
    ...given,
  };
}

let counted = 0;

/** An account with a proven address; `given` overrides columns. */
export function person(firstName: string, given: Partial<typeof accounts.$inferInsert> = {}) {
  counted += 1;
  return db
    .insert(accounts)
    .values({
      email: `${firstName.toLowerCase()}-${counted}@example.com`,
      firstName,
      lastName: "Okafor",
      passwordHash: "-",
      emailVerifiedAt: NOW,
      termsAcceptedAt: NOW,
      privacyAcceptedAt: NOW,
      createdAt: NOW,
      updatedAt: NOW,
      ...given,
    })
    .returning()
    .get();
}

/** A credit to begin a loop, from a redeemed voucher. */
export function creditToBegin(accountId: string, given: Partial<typeof loopCredits.$inferInsert> = {}) {
  counted += 1;
  return db
    .insert(loopCredits)
    .values({
      accountId,
      voucherId: `voucher-${counted}`,
      theme: "pet",
      type: "puppys-first-year",
      createdAt: NOW,
      ...given,
    })
    .returning()
    .get();
}

/** A loop that began on `startDay`, in its first week by default. */
export function loopOf(accountId: string, given: Partial<typeof loops.$inferInsert> = {}) {
  const deliveryDay = "2027-12-03";
  return db
    .insert(loops)
    .values({
      accountId,
      theme: "pet",
      type: "puppys-first-year",
      deliveryDay,
      startDay: startDayFor(deliveryDay),
      createdAt: NOW,
      updatedAt: NOW,
      ...given,
    })
    .returning()
    .get();
}
