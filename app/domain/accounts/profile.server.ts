import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { accounts } from "#db/schema";
import type { Notifications, Profile } from "./forms";

/** What somebody may change about themselves by a form alone; address and password have ways of their own. */

export interface OwnProfile {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  notifications: Notifications;
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
  };
}

export function saveProfile(accountId: string, profile: Profile, now: Date): void {
  const { firstName, lastName, phone } = profile;
  db.update(accounts)
    .set({ firstName, lastName, phone: phone === "" ? null : phone, updatedAt: now })
    .where(eq(accounts.id, accountId))
    .run();
}

/** Keeps which letters and messages somebody wants. Those about an order or the account go regardless. */
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
