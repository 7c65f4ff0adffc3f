import { MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import { PART_LIMIT_MS } from "../health/health-limits";
import { type Check, type CheckState, failing } from "./check";
import { CHECKS } from "./checks.server";
import { runCheck } from "./run-check";

/** The health of each part of the product. A part that does not respond in time is failing; nothing is thrown. */

export interface PartHealth {
  part: string;
  name: string;
  state: CheckState;
  message: string;
  durationMs: number;
}

/** The staff's start page reuses results for this long, so that a visit does not always call the services. */
const REUSE_MS = MINUTE_MS;

/** Runs all checks now. */
export async function checkHealth(now: Date): Promise<PartHealth[]> {
  return (await Promise.all(CHECKS.map((check) => checkPart(check, now)))).flat();
}

/** The parts by name, without checking them. */
export const partNames = () => CHECKS.flatMap(({ readers }) => readers?.health?.part ?? []);

let recent: { at: number; health: Promise<PartHealth[]> } | undefined;

/** The results of all checks, at most a minute old. */
export async function recentHealth(now: Date): Promise<PartHealth[]> {
  if (!recent || Math.abs(now.getTime() - recent.at) > REUSE_MS)
    recent = { at: now.getTime(), health: checkHealth(now) };
  return await recent.health;
}

async function checkPart(check: Check, now: Date): Promise<PartHealth[]> {
  const part = check.readers?.health;
  if (!part) return [];
  const began = performance.now();
  const found = await runCheck(check, now, {
    late: {
      limitMs: PART_LIMIT_MS,
      finding: failing(`No answer in ${PART_LIMIT_MS / SECOND_MS} seconds.`),
    },
    broken: (error) => failing(error instanceof Error ? error.message : String(error)),
  });
  const durationMs = Math.round(performance.now() - began);
  return found.map(({ state, message }) => ({ ...part, state, message, durationMs }));
}
