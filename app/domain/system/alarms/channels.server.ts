import { alertWebhook, mail } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import type { AlarmKind } from "~/domain/kernel/alarms/alarm-kinds";
import { HOUR_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { type Channels, notifyWithoutRow } from "./telling.server";

/** The channels that the settings name. */
export function configuredChannels(): Channels {
  const { email } = settings.alarms;
  return { email: email ? { mail, to: email } : null, webhook: alertWebhook };
}

/** One look that failed may have met a busy moment. */
const PATIENCE_MS = MINUTE_MS;
const REMINDER_MS = 6 * HOUR_MS;

const failures = new Map<AlarmKind, { since: Date; toldAt: Date | null }>();

/**
 * An alarm in memory, for when rows cannot be written. `message` is null while all is well. Reported once it has
 * lasted for `patienceMs`, again after six hours, and at its end.
 */
export async function keepInMemory(
  kind: AlarmKind,
  message: string | null,
  now: Date,
  channels: Channels,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const known = failures.get(kind);
  if (message === null) {
    failures.delete(kind);
    if (known?.toldAt)
      await notifyWithoutRow(
        { kind, message: "It’s working again.", event: "ended", since: known.since },
        now,
        channels,
      );
    return;
  }
  const failure = known ?? { since: now, toldAt: null };
  // The clock was ahead.
  if (failure.since > now) failure.since = now;
  failures.set(kind, failure);
  const { since, toldAt } = failure;
  const isDue = toldAt
    ? Math.abs(now.getTime() - toldAt.getTime()) >= REMINDER_MS
    : now.getTime() - since.getTime() >= patienceMs;
  if (!isDue) return;
  const event = toldAt ? "reminder" : "opened";
  if (await notifyWithoutRow({ kind, message, event, since }, now, channels)) failure.toldAt = now;
}

/** Another machine has the copies, so this machine's database is no longer the shop's and takes no row. */
export async function reportLostCopies(message: string, now: Date): Promise<void> {
  await notifyWithoutRow({ kind: "copies_lost", message, event: "opened", since: now }, now, configuredChannels());
}
