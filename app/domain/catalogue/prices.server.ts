import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { settings } from "#db/schema";
import { OPENING_PRICES, type PriceList } from "./prices";

/** The current price list: the staff's prices override the opening prices. */
export function readPrices(): PriceList {
  const row = db.select().from(settings).where(eq(settings.key, "prices")).get();
  if (!row) return OPENING_PRICES;
  return { ...OPENING_PRICES, ...(JSON.parse(row.value) as Partial<PriceList>) };
}
