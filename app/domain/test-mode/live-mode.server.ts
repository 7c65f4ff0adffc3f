import { settings } from "~/adapters/settings.server";

/**
 * Where business is real, what was made for trying the system out counts for nothing: a test voucher buys no loop, and
 * no email goes to a test account. What "real" means is decided here and nowhere else.
 */

/** In production, rehearsals among it, and wherever the payment provider's key is a live one. */
export function isLive(): boolean {
  return settings.environment === "production" || settings.payments.liveMode;
}

/** Where emails leave for real mailboxes. In a rehearsal they go to test accounts too: they are part of the trial. */
export function isEmailLive(): boolean {
  return isLive() && settings.mail.kind === "smtp" && !settings.payments.isRehearsal;
}
