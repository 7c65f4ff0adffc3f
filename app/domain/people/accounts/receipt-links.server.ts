import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareRun } from "#db/queries.server";
import { accounts } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { sealForReader } from "~/domain/kernel/sealing/sealed-text.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { verifiedAccountOf } from "./accounts.server";
import { RECEIPT_LINK_DAYS } from "./codes";
import { hashEmail } from "./email-hash.server";
import { claimByAddress, type Guest, guestOf } from "./guests.server";
import { hashPassword } from "./passwords.server";
import { beginSession, endSessionsOf } from "./sessions.server";

/**
 * The link in a guest's receipt. It went to the address the guest typed, so opening it proves that mailbox: the guest's
 * row becomes an account, once, in whichever browser the link is opened. An address that has an account already opens
 * nothing; its owner signs in, and what was bought is there.
 */

/** The token of a receipt's link: the guest, its expiry, and a 256-bit signature of both and the address. */
export function newReceiptToken(guest: { id: string; email: string }, now: Date): string {
  const place = `${guest.id}.${now.getTime() + RECEIPT_LINK_DAYS * DAY_MS}`;
  return `${place}.${sealsOf(place, guest.email)[0]}`;
}

/** The link itself, for the reader of that mailbox alone. */
export function receiptUrl(guest: { id: string; email: string }, now: Date): string {
  return sealForReader("link", `${settings.publicOrigin}/open-account/${newReceiptToken(guest, now)}`);
}

export type ReceiptReading =
  | { kind: "guest"; guest: Guest }
  /** It no longer proves the mailbox. What was bought is seen by the link of the order. */
  | { kind: "late"; guest: Guest }
  /** The address has an account, opened by this link or before. */
  | { kind: "account" }
  | { kind: "void" };

/** What a receipt's link leads to. Reading it changes nothing, because mail scanners follow links too. */
export function readReceiptToken(token: string, now: Date): ReceiptReading {
  const [, id = "", endsAt = "", seal = ""] = /^(\w{8,40})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  const guest = guestOf(id);
  // The row is an account's by now, or was moved to one.
  if (!guest) return { kind: id === "" ? "void" : "account" };
  if (!sealsOf(`${id}.${endsAt}`, guest.email).some((one) => isSame(one, seal))) return { kind: "void" };
  if (verifiedAccountOf(guest.email)) return { kind: "account" };
  return { kind: Number(endsAt) > now.getTime() ? "guest" : "late", guest };
}

/**
 * Opens the account of a receipt and signs its owner in. It has no password until its owner chooses one by email.
 * Null when the link opens nothing, or nothing any more.
 */
export async function openAccountByReceipt(
  token: string,
  userAgent: string | null,
  now: Date,
): Promise<{ accountId: string; sessionKey: string } | null> {
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  return write((tx) => {
    const found = readReceiptToken(token, now);
    if (found.kind !== "guest") return null;
    const { id } = found.guest;
    openAccount(passwordHash, now, id);
    claimByAddress(tx, id);
    // The payer may have typed somebody else's address: only the reader of the mailbox goes on.
    endSessionsOf(tx, id);
    return { accountId: id, sessionKey: beginSession(tx, id, userAgent, now) };
  });
}

const openAccount = prepareRun((passwordHash: string, now: Date, id: string) =>
  db
    .update(accounts)
    .set({ passwordHash, lacksPassword: true, emailVerifiedAt: now, updatedAt: now })
    .where(eq(accounts.id, id)),
);

function sealsOf(place: string, email: string): string[] {
  return settings.secrets.map((secret) =>
    createHmac("sha256", `receipt:${secret}`)
      .update(`${place}:${hashEmail(email)}`)
      .digest("base64url"),
  );
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
