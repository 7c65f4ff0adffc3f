/** How long people stay signed in, and for how long their browser is known. */

/** Days without a visit after which a sign-in lapses. */
export const SESSION_IDLE_DAYS = 14;
/** Days after which it lapses at the latest. */
export const SESSION_DAYS = 30;
/** Days for which a browser counts as one its owner has signed in with. */
export const DEVICE_DAYS = 365;
