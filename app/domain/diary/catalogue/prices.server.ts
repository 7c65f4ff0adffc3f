import { settingOf } from "#db/queries.server";
import { OPENING_PRICES, type PriceList } from "./prices";

/** The current price list: the staff's prices override the opening prices. */
export function readPrices(): PriceList {
  const value = settingOf("prices");
  if (value === undefined) return OPENING_PRICES;
  return { ...OPENING_PRICES, ...(JSON.parse(value) as Partial<PriceList>) };
}
