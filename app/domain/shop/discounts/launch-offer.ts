import { formatDay } from "~/domain/kernel/time/format-days";
import { type DiscountTerms, lastDayOf } from "./rules";

/** The code that the shop announces. Whether it is offered, to whom and with which text follows from its row. */
export const LAUNCH_CODE = "NEW10";

/** The hint for staff where they give a code its last day. */
export const LAUNCH_RULE = `${LAUNCH_CODE} is announced as the launch offer only with a last day, because the law wants it named`;

export interface LaunchOffer {
  readonly code: string;
  /** Before the code. */
  readonly words: string;
  /** After the code: until when. */
  readonly limits: string;
  /** In the ticker. */
  readonly announcement: string;
}

/** The text of an offer that its reader can use. `takes`: what it takes off a loop, "10%" or "£3.00". */
export function formatLaunchOffer(
  terms: Pick<DiscountTerms, "firstOrderOnly" | "oncePerCustomer"> & { code: string; expiresAt: Date },
  takes: string,
): LaunchOffer {
  const { code, firstOrderOnly, oncePerCustomer, expiresAt } = terms;
  const what = firstOrderOnly ? "your first order" : oncePerCustomer ? "one order" : "a loop";
  const until = ` until ${formatDay(lastDayOf(expiresAt))}`;
  return {
    code,
    words: `Launch offer: ${takes} off ${what} with code`,
    limits: `${until}.`,
    announcement: `Launch Offer: ${takes} off new orders${until} — Use code ${code}`,
  };
}
