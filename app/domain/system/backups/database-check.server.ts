import { databaseFile } from "#db/client.server";
import { noteDamage } from "#db/damage.server";
import { findDamage } from "./databases.server";

/** Reads the whole database for damage, beside the running shop. @throws when there is some; writing is then closed. */
export async function checkForDamage(file = databaseFile): Promise<void> {
  const [first] = await findDamage(file, "quick_check");
  if (!first) return;
  noteDamage(file, first);
  throw new Error(`The database is damaged: ${first}`);
}
