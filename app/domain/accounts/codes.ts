/** Six digits, ten minutes, five tries, and a new one at most every two minutes. */
export const CODE_DIGITS = 6;
export const CODE_LIFE_MINUTES = 10;
export const CODE_TRIES = 5;
export const RESEND_WAIT_SECONDS = 120;

/** Whole seconds until another code may be asked for; 0 when it may be now. */
export function secondsUntilResend(lastSentAt: Date | null, now: Date): number {
  if (!lastSentAt) return 0;
  const due = lastSentAt.getTime() + RESEND_WAIT_SECONDS * 1000;
  return Math.max(0, Math.ceil((due - now.getTime()) / 1000));
}
