import type { LaunchOffer } from "~/domain/shop/discounts/launch-offer";
import { launchOfferFor } from "~/domain/shop/discounts/launch-offer.server";
import { currentTime } from "./clock.server";
import { resultOrNull } from "./error-log.server";
import { sessionUserOf } from "./sessions.server";

/** What the shop's pages offer this visitor; nothing while it cannot be read, because no page depends on it. */
export async function launchOfferOf(request: Request): Promise<LaunchOffer | null> {
  const person = await sessionUserOf(request);
  return await resultOrNull(request, () => launchOfferFor(person?.accountId ?? null, currentTime()));
}
