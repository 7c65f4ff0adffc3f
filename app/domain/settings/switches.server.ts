import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { settings } from "#db/schema";
import { ALL_ON, type Switches } from "./switches";

/** The current switches. */
export function readSwitches(): Switches {
  const row = db.select().from(settings).where(eq(settings.key, "switches")).get();
  return row ? { ...ALL_ON, ...(JSON.parse(row.value) as Partial<Switches>) } : ALL_ON;
}
