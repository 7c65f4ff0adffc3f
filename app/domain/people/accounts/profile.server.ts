import { desc, eq, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareGet, prepareRun } from "#db/queries.server";
import { accounts, consents } from "#db/schema";
import { liftSuppression } from "~/domain/mail/outbox/preferences.server";
import { accountById, hashEmail, MARKETING_WORDING } from "./accounts.server";
import type { Profile } from "./forms";

/** The profile fields that a customer can change with a form alone; address and password have their own procedures. */

/** @throws Error when the account does not exist, because the caller is signed in to it. */
export function profileOf(accountId: string) {
  const account = accountById(accountId);
  if (!account) throw new Error(`There is no account ${accountId}.`);
  const { firstName, lastName, email, phone, notifyByEmail } = account;
  return {
    ...{ firstName, lastName, email, phone: phone ?? "" },
    /** Has left on the emails that can be stopped. */
    wantsEmails: notifyByEmail,
    /** Has agreed to marketing emails. */
    wantsNews: hasAgreed(accountId),
  };
}

export function saveProfile(accountId: string, profile: Profile, now: Date): void {
  const { firstName, lastName, phone } = profile;
  updateProfile(firstName, lastName, phone === "" ? null : phone, now, accountId);
}

const updateProfile = prepareRun(
  (firstName: string, lastName: string, phone: string | null, now: Date, accountId: string) =>
    db.update(accounts).set({ firstName, lastName, phone, updatedAt: now }).where(eq(accounts.id, accountId)),
);

/** The newest consent to marketing emails; without one it is no. */
function hasAgreed(accountId: string): boolean {
  return findConsent(accountId)?.given === true;
}

const findConsent = prepareGet((accountId: string) =>
  db
    .select({ given: consents.given })
    .from(consents)
    .where(eq(consents.accountId, accountId))
    .orderBy(desc(consents.at), desc(sql`rowid`))
    .limit(1),
);

/**
 * Saves whether a customer wants emails. Those about an order or the account are sent regardless. Who wants them is sent
 * them again, also where one came back from their address before.
 */
export function saveEmailChoice(accountId: string, wantsEmails: boolean, now: Date): void {
  write(() => {
    updateEmailChoice(accountId, wantsEmails, now);
    const account = wantsEmails && accountById(accountId);
    if (account) liftSuppression(account.email);
  });
}

const updateEmailChoice = prepareRun((accountId: string, notifyByEmail: boolean, now: Date) =>
  db.update(accounts).set({ notifyByEmail, updatedAt: now }).where(eq(accounts.id, accountId)),
);

/** Records a changed consent to marketing emails, with the wording that was shown. */
export function saveNewsChoice(accountId: string, given: boolean, now: Date): void {
  write((tx) => {
    const account = accountById(accountId);
    if (!account || hasAgreed(accountId) === given) return;
    tx.insert(consents)
      .values({
        accountId,
        emailHash: hashEmail(account.email),
        kind: "marketing" as const,
        given,
        wording: MARKETING_WORDING,
        source: "account settings",
        at: now,
      })
      .run();
  });
}

/** Puts off the question for a password; the settings go on asking. */
export const dismissPasswordPrompt = prepareRun((accountId: string, now: Date) =>
  db.update(accounts).set({ passwordPromptDismissedAt: now, updatedAt: now }).where(eq(accounts.id, accountId)),
);
