import { and, desc, eq, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { accounts, consents } from "#db/schema";
import { hashEmail, MARKETING_WORDING } from "./accounts.server";
import type { Notifications, Profile } from "./forms";

/** What somebody may change about themselves by a form alone; address and password have ways of their own. */

export interface OwnProfile {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  notifications: Notifications;
  /** Has said yes to emails with news and offers. */
  wantsNews: boolean;
}

/** @throws Error where there is no such account: whoever asks is signed in to it. */
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

/** The newest word about emails with news and offers; nobody gets them without having said yes. */
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

/** Keeps which emails and messages somebody wants. Those about an order or the account go regardless. */
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

/** Writes down a change of mind about emails with news and offers, with the words that were shown. */
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
