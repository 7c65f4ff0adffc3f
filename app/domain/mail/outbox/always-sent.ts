/** Which emails nobody can refuse, as each of them, the account's settings and the privacy policy say it. */
export const ALWAYS_SENT = "We always send emails about orders and your account.";
