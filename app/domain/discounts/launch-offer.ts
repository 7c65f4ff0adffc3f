import { londonDay } from "../time/days";
import { formatDay } from "../time/format-days";
import type { DiscountTerms } from "./rules";

/** The code that the shop announces. Whether it is offered, to whom and in which words follows from its row. */
export const LAUNCH_CODE = "NEW10";

export interface LaunchOffer {
  readonly code: string;
  /** Before the code. */
  readonly words: string;
  /** After the code: until when, and what it needs. */
  readonly limits: string;
  /** In the ticker. */
  readonly announcement: string;
}

interface OfferedTo {
  /** What it takes off a loop: "10%" or "£3.00". */
  takes: string;
  isSignedIn: boolean;
}

/** The words of an offer that its reader can use. */
export function sayLaunchOffer(
  terms: Pick<DiscountTerms, "firstOrderOnly" | "oncePerCustomer" | "expiresAt"> & { code: string },
  { takes, isSignedIn }: OfferedTo,
): LaunchOffer {
  const { code, firstOrderOnly, oncePerCustomer, expiresAt } = terms;
  const needsAccount = (firstOrderOnly || oncePerCustomer) && !isSignedIn;
  const what = firstOrderOnly ? "your first order" : oncePerCustomer ? "one order" : "a loop";
  const until = expiresAt ? ` until ${formatDay(lastDayOf(expiresAt))}` : "";
  return {
    code,
    words: `Launch offer: ${takes} off ${what} with code`,
    limits: `${until}.${needsAccount ? " Sign in or create an account to use it." : ""}`,
    announcement: `Launch Offer: ${takes} off new orders${until} — Use code ${code}${needsAccount ? " with an account" : ""}`,
  };
}

/** A code ends with a London day. */
const lastDayOf = (expiresAt: Date) => londonDay(new Date(expiresAt.getTime() - 1));
