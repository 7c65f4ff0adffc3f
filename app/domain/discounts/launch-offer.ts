/** The offer that the shop announces; staff maintain a discount with this code and percentage. */
export const LAUNCH_OFFER = { code: "NEW10", percent: 10 } as const;
