/** How long codes and links in emails work, how long staff have access, and see the product as a customer does. */

/** Minutes without a request after which a sign-in of staff lapses. */
export const STAFF_IDLE_MINUTES = 30;
/** Hours after which it lapses at the latest. */
export const STAFF_SESSION_HOURS = 8;
/** Minutes of an impersonation; after that it has to be started again. */
export const IMPERSONATION_MINUTES = 30;
/** Days for which the link works by which staff choose a password and a second factor. */
export const SET_UP_LINK_DAYS = 3;
/** Minutes for which a one-time code works. */
export const CODE_LIFE_MINUTES = 10;
/** Minutes for which the link in an email for a new password works. */
export const RESET_LINK_MINUTES = 30;
/** Minutes for which one reviewer holds an entry; each page of it they open starts the time again. */
export const LOCK_MINUTES = 10;
