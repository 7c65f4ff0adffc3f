import { settings } from "~/adapters/settings.server";

/**
 * In live mode test data has no effect: a test voucher buys no loop, and a test account gets no email. Only this file
 * decides what is live.
 */

/** True in production, also in test mode, and with a live key of the payment provider. */
export function isLive(): boolean {
  return settings.environment === "production" || settings.payments.liveMode;
}

/** Whether emails are delivered to real mailboxes and skip test accounts. In test mode they are part of the test. */
export function isEmailLive(): boolean {
  return isLive() && settings.mail.kind === "smtp" && !settings.payments.isTestMode;
}
