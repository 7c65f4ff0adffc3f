/** Days in which a complaint is confirmed, counted from the day it reached us (Data Protection Act 2018, section 164A). */
export const COMPLAINT_CONFIRMED_DAYS = 30;

/** What becomes of a complaint, as the terms and the privacy policy word it. */
export const COMPLAINTS = `A person reads every complaint. Within ${COMPLAINT_CONFIRMED_DAYS} days of the day it reaches us, they confirm that we’ve had it. They look into it without delay and tell you what they find.`;
