import type { Check } from "../checks/check";
import { CHECKS } from "../checks/checks.server";
import { type ReadinessFinding, whyBroken } from "../checks/readiness.server";
import { runCheck } from "../checks/run-check";
import { configuredChannels, keepInMemory } from "./channels.server";

interface Options {
  /** Only what is told at its first look. */
  atOnce?: boolean;
  /** What readiness found just now, and need not be looked at again. */
  findings?: readonly ReadinessFinding[];
  channels?: ReturnType<typeof configuredChannels>;
}

/**
 * Tells, without a row, of what keeps rows from being written: of the first such check alone, as it explains those below
 * it in the table. Returns whether nothing does.
 */
export async function tellWithoutRows(
  now: Date,
  { atOnce = false, findings = [], channels = configuredChannels() }: Options = {},
): Promise<boolean> {
  let isWritable = true;
  for (const check of CHECKS) {
    const { withoutRow, readers } = check;
    if (!withoutRow || (atOnce && withoutRow.afterMs > 0)) continue;
    const known = findings.find(({ name }) => name === readers?.ready);
    const problem = known ? reasonOf(known) : await problemOf(check, now);
    await keepInMemory(withoutRow.kind, isWritable ? problem : null, now, channels, withoutRow.afterMs);
    isWritable &&= problem === null;
  }
  return isWritable;
}

const reasonOf = ({ ok, reason }: ReadinessFinding) => (ok ? null : reason);

async function problemOf(check: Check, now: Date): Promise<string | null> {
  const found = await runCheck(check, now, { broken: whyBroken });
  return found.find(({ state }) => state === "failing")?.message ?? null;
}
