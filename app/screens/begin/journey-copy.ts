import type { JourneyType } from "~/domain/diary/catalogue/catalogue";

/** What the three journeys call themselves. */
export const JOURNEY_NAMES: Record<JourneyType, { title: string; spoken: string }> = {
  purchase: { title: "Begin Your Loop", spoken: "Begin your loop" },
  gift: { title: "Gift a Loop", spoken: "Gift a loop" },
  redeem: { title: "Redeem Your Loop", spoken: "Redeem your loop" },
};
