import { databaseFile } from "#db/client.server";
import { knownDamage } from "#db/damage.server";
import { configuredChannels, keepInMemory } from "./channels.server";

/** Tells at once of a database that is damaged, without a row. Returns whether it is. */
export async function reportDamage(now: Date, channels = configuredChannels()): Promise<boolean> {
  const damage = knownDamage(databaseFile);
  if (!damage) return false;
  const message = `SQLite says: ${damage.found}. Nothing has been saved since.`;
  await keepInMemory("database_damaged", message, now, channels, 0);
  return true;
}
