/** The provider holds money for a week at most; a weekend and bank holidays may come on top. */
export const PAID_OUT_WITHIN_DAYS = 14;
