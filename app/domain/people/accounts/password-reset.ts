/** Minutes for which the link in an email for a new password works. */
export const RESET_LINK_MINUTES = 30;
