/**
 * The days that a shop agrees with its customers. Rules and texts are made from them as they are loaded, so
 * they are read here; `app/adapters/settings.server.ts` refuses a start with any outside their bounds.
 */

/** Cancelling needs 14 by law (Consumer Contracts Regulations 2013, reg. 30); a year is sold with 14 for making its book. */
export const AGREED_DAYS = {
  CANCELLATION_DAYS: { usual: 14, fewest: 14, most: 60 },
  MAKING_DAYS: { usual: 14, fewest: 5, most: 14 },
} as const;

const daysOf = (name: keyof typeof AGREED_DAYS) => Number(process.env[name] || AGREED_DAYS[name].usual);

/** The cooling-off period: days after that of the order in which it can be cancelled. */
export const CANCELLATION_DAYS = daysOf("CANCELLATION_DAYS");
/** Calendar days from sign-off, or from the order of a finished book, to delivery. */
export const MAKING_DAYS = daysOf("MAKING_DAYS");
