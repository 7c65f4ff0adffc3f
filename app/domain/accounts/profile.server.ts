import { and, desc, eq, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { accounts, consents } from "#db/schema";
import { hashEmail, MARKETING_WORDING } from "./accounts.server";
import type { Notifications, Profile } from "./forms";

/** The profile fields that a customer can change with a form alone; address and password have their own procedures. */

export interface OwnProfile {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  notifications: Notifications;
  /** Has agreed to marketing emails. */
  wantsNews: boolean;
}

/** @throws Error when the account does not exist, because the caller is signed in to it. */
export function profileOf(accountId: string): OwnProfile {
  const account = db.select().from(accounts).where(eq(accounts.id, accountId)).get();
  if (!account) throw new Error(`There is no account ${accountId}.`);
  return {
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    phone: account.phone ?? "",
    notifications: {
      email: account.notifyByEmail,
      sms: account.notifyBySms,
      push: account.notifyByPush,
    },
    wantsNews: hasAgreed(db, accountId),
  };
}

export function saveProfile(accountId: string, profile: Profile, now: Date): void {
  const { firstName, lastName, phone } = profile;
  db.update(accounts)
    .set({ firstName, lastName, phone: phone === "" ? null : phone, updatedAt: now })
    .where(eq(accounts.id, accountId))
    .run();
}

/** The newest consent to marketing emails; without one the answer is no. */
function hasAgreed(reader: Pick<Transaction, "select">, accountId: string): boolean {
  const newest = reader
    .select({ given: consents.given })
    .from(consents)
    .where(and(eq(consents.accountId, accountId), eq(consents.kind, "marketing")))
    .orderBy(desc(consents.at), desc(sql`rowid`))
    .limit(1)
    .get();
  return newest?.given === true;
}

/** Saves which emails and messages a customer wants. Those about an order or the account are sent regardless. */
export function saveNotifications(accountId: string, wanted: Notifications, now: Date): void {
  db.update(accounts)
    .set({
      notifyByEmail: wanted.email,
      notifyBySms: wanted.sms,
      notifyByPush: wanted.push,
      updatedAt: now,
    })
    .where(eq(accounts.id, accountId))
    .run();
}

/** Records a changed consent to marketing emails, with the wording that was shown. */
export function saveNewsChoice(accountId: string, given: boolean, now: Date): void {
  write((tx) => {
    const account = tx.select().from(accounts).where(eq(accounts.id, accountId)).get();
    if (!account || hasAgreed(tx, accountId) === given) return;
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
