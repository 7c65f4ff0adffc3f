/** From a refund to its showing at the buyer's bank, as banks say it. */
export const BANK_WORKING_DAYS = { least: 5, most: 10 } as const;
