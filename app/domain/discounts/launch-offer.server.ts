import { readPrices } from "../catalogue/prices.server";
import { totalLoop } from "../orders/pricing";
import { findDiscount, quoteDiscount } from "./discounts.server";
import { LAUNCH_CODE, type LaunchOffer, sayLaunchOffer } from "./launch-offer";
import { applyDiscount, sayTaken } from "./rules";

/** Somebody who has no account yet, and could open one to use the code. */
const NEWCOMER = { hasAccount: true, paidOrders: 0, usedThisCode: false };

/**
 * The offer that this visitor can use now; null where the code is off, over, used up, not for them or takes nothing off a
 * loop. `accountId` is null for somebody who is not signed in.
 */
export function launchOfferFor(accountId: string | null, now: Date): LaunchOffer | null {
  const discount = findDiscount(LAUNCH_CODE);
  if (!discount) return null;
  const prices = readPrices();
  const subtotalPence = prices.loopPence;
  const answer =
    accountId === null
      ? applyDiscount(discount, subtotalPence, NEWCOMER, now)
      : quoteDiscount({ code: LAUNCH_CODE, subtotalPence, accountId }, now);
  const { discountPence } = totalLoop(prices, answer.ok ? answer.discountPence : 0);
  if (discountPence === 0) return null;
  const takes = sayTaken(discount, { subtotalPence, discountPence });
  return sayLaunchOffer(discount, { takes, isSignedIn: accountId !== null });
}
