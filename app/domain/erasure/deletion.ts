/** The days in which the owner can withdraw the deletion of their account. */
const WITHDRAWAL_DAYS = 7;

const DAY_MS = 86_400_000;

/** The instant at which an account is deleted if requested now: seven days of 24 hours later. */
export function deletionDueAt(now: Date): Date {
  return new Date(now.getTime() + WITHDRAWAL_DAYS * DAY_MS);
}
