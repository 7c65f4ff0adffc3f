/** Who counts as a second person: the days, and the error messages where somebody does not. */

/** An account that a colleague added is nobody’s second person for these days. */
export const NEW_ACCOUNT_DAYS = 7;
/** Two people are not two for these days after one has added, re-roled or reset the other. */
export const APART_DAYS = 30;

export const NOT_TWO_MESSAGE = `Somebody else must approve this. Their account must be at least ${NEW_ACCOUNT_DAYS} days old, and neither of you may have added, changed or reset the other’s account in the last ${APART_DAYS} days.`;

export const NOT_SECOND = {
  own_request: "You asked for this, so somebody else must decide.",
  not_two: NOT_TWO_MESSAGE,
} as const;
