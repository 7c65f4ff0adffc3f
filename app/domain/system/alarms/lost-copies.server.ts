import { configuredChannels } from "./channels.server";
import { tellWithoutRow } from "./telling.server";

/** Reported without a row: this machine's database is no longer the shop's. */
export async function tellOfLostCopies(message: string, now: Date): Promise<void> {
  await tellWithoutRow({ kind: "copies_lost", message, event: "opened", since: now }, now, configuredChannels());
}
