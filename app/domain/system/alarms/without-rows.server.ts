import type { Assessment } from "../checks/check";
import { CHECKS } from "../checks/checks.server";
import { whyBroken } from "../checks/readiness.server";
import { runCheck } from "../checks/run-check";
import { configuredChannels, keepInMemory } from "./channels.server";

/**
 * Tells, without a row, of what keeps rows from being written. Returns whether nothing does.
 * @param options.atOnce only what is told at its first look
 */
export async function tellWithoutRows(
  now: Date,
  { atOnce = false, channels = configuredChannels() } = {},
): Promise<boolean> {
  let isWritable = true;
  for (const check of CHECKS) {
    const { withoutRow } = check;
    if (!withoutRow || (atOnce && withoutRow.afterMs > 0)) continue;
    for (const found of await runCheck(check, now, { broken: whyBroken })) {
      if (found.state === "failing") isWritable = false;
      await keepInMemory(withoutRow.kind, alarmOf(found), now, channels, withoutRow.afterMs);
    }
  }
  return isWritable;
}

const alarmOf = ({ state, message, alarm = message }: Assessment) => (state === "failing" ? alarm : null);
