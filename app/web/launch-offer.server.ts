import type { LaunchOffer } from "~/domain/discounts/launch-offer";
import { launchOfferFor } from "~/domain/discounts/launch-offer.server";
import { currentTime } from "./clock.server";
import { sessionUserOf } from "./sessions.server";

/** What the shop's pages offer this visitor. */
export async function launchOfferOf(request: Request): Promise<LaunchOffer | null> {
  const person = await sessionUserOf(request);
  return launchOfferFor(person?.accountId ?? null, currentTime());
}
