import { REMINDER_DAYS } from "../vouchers/gift-state";

/** What is stopped by the link at the foot of an email, what still comes, and until when, each said once. */

interface StoppingWords {
  /** What stops. */
  stops: string;
  stopped: string;
  /** What comes all the same. */
  stillComes: string;
}

/** For somebody with an account. */
const YEAR: StoppingWords = {
  stops: "This stops the weekly question, and reminders about a loop or a voucher you haven’t used.",
  stopped: "We won’t send you the weekly question, or reminders about a loop or a voucher you haven’t used.",
  stillComes:
    "We’ll still email you about your orders, your account, printing and delivering your book, and weeks we can’t print, for as long as you have your account.",
};

/** For who was given a voucher, and has bought nothing. */
const VOUCHER: StoppingWords = {
  stops: `This stops the reminders we send ${REMINDER_DAYS.join(" and ")} days before your voucher runs out.`,
  stopped: "We won’t remind you before your voucher runs out.",
  stillComes:
    "Your voucher works all the same. Until its last day we’ll still email you if it’s put on hold, works again or is closed, or if its giver sends it again.",
};

export const STOPPING = { year: YEAR, voucher: VOUCHER } as const;
