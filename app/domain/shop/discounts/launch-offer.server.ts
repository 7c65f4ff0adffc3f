import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { totalLoop } from "../order-rules/pricing";
import { findDiscount, quoteDiscount } from "./discounts.server";
import { formatLaunchOffer, LAUNCH_CODE, type LaunchOffer } from "./launch-offer";
import { formatTaken } from "./rules";

/**
 * The offer that this visitor can use now; null where the code is off, over, used up, not for them, takes nothing off a
 * loop or has no last day to name. `accountId` is null for somebody who is not signed in.
 */
export function launchOfferFor(accountId: string | null, now: Date): LaunchOffer | null {
  const discount = findDiscount(LAUNCH_CODE);
  if (!discount?.expiresAt) return null;
  const prices = readPrices();
  const subtotalPence = prices.loopPence;
  const outcome = quoteDiscount({ code: LAUNCH_CODE, subtotalPence, accountId: accountId ?? "" }, now);
  const { discountPence } = totalLoop(prices, outcome.ok ? outcome.discountPence : 0);
  if (discountPence === 0) return null;
  const { expiresAt } = discount;
  return formatLaunchOffer({ ...discount, expiresAt }, formatTaken(discount, { subtotalPence, discountPence }));
}
