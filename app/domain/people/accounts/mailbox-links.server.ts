import { createHmac, timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { MAILBOX_LINK_HOURS } from "./codes";
import { hashEmail } from "./email-hash.server";

/**
 * The link in a code email. Opening it proves access to that mailbox, whichever registration the email was for; it
 * confirms only the registration of the browser it is opened in. So a stranger cannot lock out the owner of an address
 * by requesting codes until the limit is reached: the mailbox then contains a link that still works.
 */

/** Creates a link token for this address: its expiry, and a 256-bit signature of expiry and address. */
export function newMailboxLink(email: string, now: Date): string {
  const endsAt = String(now.getTime() + MAILBOX_LINK_HOURS * HOUR_MS);
  return `${endsAt}.${proofs(email, endsAt)[0]}`;
}

/** Whether a token was made for this address and has not expired. */
export function isMailboxLink(link: string, email: string, now: Date): boolean {
  const [endsAt = "", proof = ""] = link.split(".");
  if (!/^\d{1,15}$/.test(endsAt) || Number(endsAt) <= now.getTime()) return false;
  return proofs(email, endsAt).some((one) => isSame(one, proof));
}

function proofs(email: string, endsAt: string): string[] {
  return settings.secrets.map((secret) =>
    createHmac("sha256", `mailbox:${secret}`)
      .update(`${hashEmail(email)}:${endsAt}`)
      .digest("base64url"),
  );
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
