import { createHmac, timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";
import { HOUR_MS } from "../time/durations";
import { MAILBOX_LINK_HOURS } from "./codes";
import { hashEmail } from "./email-hash.server";

/**
 * The link in an email with a code. Whoever opens it reads that mailbox, whichever registration the email was for; it
 * confirms the registration of the browser it is opened in and no other. So nobody keeps the owner of an address out
 * by asking for codes until the address is sent no more: an email with a link that still works has then come to it.
 */

/** A new link for this address: when it ends, and 256 bits that only we can make of that and the address. */
export function newMailboxLink(email: string, now: Date): string {
  const endsAt = String(now.getTime() + MAILBOX_LINK_HOURS * HOUR_MS);
  return `${endsAt}.${proofs(email, endsAt)[0]}`;
}

/** Whether a link was made for this address and has not ended. */
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
