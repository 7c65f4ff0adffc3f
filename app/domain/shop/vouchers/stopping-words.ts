import { REMINDER_DAYS } from "./gift-state";

/**
 * What one press on "Unsubscribe" stops and what it doesn't, by the rules of `email-kinds.ts`. Somebody without an
 * account was given a voucher and gets reminders of it alone.
 */
export const STOPPING = {
  account: {
    stops: "the weekly question, and reminders of a year that hasn’t started or a voucher that’s running out",
    stillComes:
      "Emails about your orders, your book, the security of your account, and a week we can’t print as it is still come. So does our news, if you’ve ticked it in your account settings.",
    again: "You can have them again any time: here, or in your account settings under “What we send you”.",
  },
  recipient: {
    stops: `reminders of your voucher ${REMINDER_DAYS.join(" and ")} days before it runs out`,
    stillComes:
      "Your voucher still works. Until its last day we still email you if it’s put on hold, works again or is closed, or if its giver sends it again.",
    again: "You can have them again any time, here.",
  },
} as const;
