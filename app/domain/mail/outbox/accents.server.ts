import type { Transaction } from "#db/client.server";
import { settingOf } from "#db/queries.server";
import { settings } from "#db/schema";

/** Whether our relay takes addresses with accents before the @, by what it announced with the last email that it took. */

const KEY = "relay_takes_accents";

export const takesAccents = () => settingOf(KEY) === "true";

/** Writes down what it announced, where that is new. */
export function noteAccents(tx: Transaction, isAnnounced: boolean, now: Date): void {
  if (takesAccents() === isAnnounced) return;
  const row = { value: String(isAnnounced), updatedAt: now };
  tx.insert(settings)
    .values({ key: KEY, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row })
    .run();
}
