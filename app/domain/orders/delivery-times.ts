/** How long things take that we promise, in working days of England. */

/** From the order to the delivery of a copy of a finished book. */
export const COPY_WORKING_DAYS = { least: 10, most: 14 } as const;
/** From a refund to its showing at the buyer's bank, as banks say it. */
export const BANK_WORKING_DAYS = { least: 5, most: 10 } as const;
