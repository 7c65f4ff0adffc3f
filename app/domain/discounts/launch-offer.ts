/** The offer the shop announces; staff keep a discount of this code and share. */
export const LAUNCH_OFFER = { code: "NEW10", percent: 10 } as const;
