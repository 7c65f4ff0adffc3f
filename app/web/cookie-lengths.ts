/** How long cookies last that no sign-in lasts as long as. */

export const JOURNEY_DAYS = 30;
export const CART_DAYS = JOURNEY_DAYS;
export const FORM_TOKEN_DAYS = 180;
export const FLASH_MINUTES = 5;
/** For a sign-in of staff that is under way at their directory. */
export const ENTRA_MINUTES = 10;
/** Copies that are so old are not read any more. */
export const SEEN_MINUTES = 60;
