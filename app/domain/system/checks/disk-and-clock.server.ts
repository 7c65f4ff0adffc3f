import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { diskSpace } from "../health/disk.server";
import { assessDisk } from "../health/health-limits";
import { type Assessment, failing, warning, well } from "./check";

/** What every machine needs, also one that has no database. */

export const DISK_TO_DO = "Enlarge the volume, or remove whatever has grown.";
export const CLOCK_TO_DO = "Switch on time synchronisation on this machine.";

/** Codes of authenticators change every half minute; signatures of the bucket fail after a quarter of an hour. */
const CLOCK_WARNING_MS = 20 * SECOND_MS;
const CLOCK_FAILING_MS = 120 * SECOND_MS;

export async function examineDisk(): Promise<Assessment> {
  const { level, message } = assessDisk(await diskSpace(settings.dataFolder));
  return { enough: well, filling: warning, nearly_full: failing }[level](message);
}

/** How far the clock is from that of a server that answered with this date, asked at `began`; null without a date. */
export function offsetTo({ headers }: Pick<Response, "headers">, began: number): number | null {
  const date = Date.parse(headers.get("date") ?? "");
  // The date is of some moment between request and response, in whole seconds.
  return Number.isNaN(date) ? null : (began + Date.now()) / 2 - (date + SECOND_MS / 2);
}

export function assessClock(offsetMs: number): Assessment {
  const off = Math.abs(offsetMs);
  const said = `${Math.round(off / SECOND_MS)} s off.`;
  if (off >= CLOCK_FAILING_MS) return failing(said);
  return off >= CLOCK_WARNING_MS ? warning(said) : well(said);
}
