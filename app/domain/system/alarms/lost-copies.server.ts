import { configuredChannels } from "./channels.server";
import { notifyWithoutRow } from "./telling.server";

/** Reported without a row: this machine's database is no longer the shop's. */
export async function reportLostCopies(message: string, now: Date): Promise<void> {
  await notifyWithoutRow({ kind: "copies_lost", message, event: "opened", since: now }, now, configuredChannels());
}
