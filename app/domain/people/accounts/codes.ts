import { LIMITS } from "~/domain/kernel/limits/limits";
import { minutesInWords, numberInWords } from "~/domain/kernel/text/numbers";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import { SECOND_MS } from "~/domain/kernel/time/durations";

/** Six digits, ten minutes, five attempts, and a new one at most every two minutes. */
export const CODE_DIGITS = 6;
export const CODE_TRIES = 5;
/** How many attempts a person has who knows nothing but the address; the rest are reserved for its owner. */
export const UNNAMED_TRIES = 3;
export const RESEND_WAIT_SECONDS = 120;
/** For which the link in an email with a code works: no shorter than the time over which such emails are counted. */
export const MAILBOX_LINK_HOURS = 24;
/** For which the link in a guest's receipt works; after that, the address is proven by a code. */
export const RECEIPT_LINK_DAYS = 30;

/** Whole seconds until another code may be requested; 0 when it may be now. */
export function secondsUntilResend(lastSentAt: Date | null, now: Date): number {
  if (!lastSentAt) return 0;
  const due = lastSentAt.getTime() + RESEND_WAIT_SECONDS * SECOND_MS;
  return Math.max(0, Math.ceil((due - now.getTime()) / SECOND_MS));
}

export const VERIFICATION_FAILED_MESSAGE = "Verification failed. Please try again.";
export const WRONG_CODE_MESSAGE = `${VERIFICATION_FAILED_MESSAGE} The code may be mistyped, already used, or more than ${minutesInWords(CODE_LIFE_MINUTES)} old`;
export const RESEND_FAILED_MESSAGE = "Failed to resend code. Please try again.";
export const MOST_CODES_MESSAGE = `We send up to ${numberInWords(LIMITS.codes_account.most)} codes a day.`;
/** Shown to everybody, whether or not the address is known or may be sent another code. */
export const CODE_ASKED_MESSAGE = "We’ll email you a code if we can. Check your email.";
export const RESENT_MESSAGE = "We’ll email you another code if we can. Check your email.";

/** The message after requesting another code. */
export function resendWords(sent: { ok: true } | { ok: false; reason: "wait" | "too_many"; waitSeconds: number }): {
  tone: "ok" | "warn";
  message: string;
  passesAfter?: number;
} {
  if (sent.ok) return { tone: "ok", message: RESENT_MESSAGE, passesAfter: 3 };
  const message =
    sent.reason === "wait"
      ? `You asked for a code a moment ago. You can ask again in ${sent.waitSeconds} seconds.`
      : `${RESEND_FAILED_MESSAGE} ${MOST_CODES_MESSAGE}`;
  return { tone: "warn", message };
}
