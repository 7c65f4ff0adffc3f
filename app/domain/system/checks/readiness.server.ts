import { SECOND_MS } from "~/domain/kernel/time/durations";
import { type Assessment, failing } from "./check";
import { CHECKS } from "./checks.server";
import { runCheck } from "./run-check";

/**
 * Whether the product can do its work now, check by check. Everything is read from rows and from this machine, without
 * a call to any service.
 */

export interface ReadinessFinding {
  name: string;
  ok: boolean;
  /** A message for staff; no URL and no secret. */
  reason: string;
}

/** Runs all checks now. Nothing is thrown: a check that breaks is failing. */
export const checkReadiness = (now: Date) => assessEach("ready", now);

/** Beside them on the System page: what staff want to know and the product can do without. */
export const checkForStaff = (now: Date) => assessEach("staff", now);

async function assessEach(reader: "ready" | "staff", now: Date): Promise<ReadinessFinding[]> {
  const found = CHECKS.map(async (check): Promise<ReadinessFinding[]> => {
    const name = check.readers?.[reader];
    if (!name) return [];
    const assessments = await runCheck(check, now, { broken: whyBroken });
    return assessments.map(({ state, message }) => ({ name, ok: state !== "failing", reason: message }));
  });
  return (await Promise.all(found)).flat();
}

/** What is said of a check that breaks. */
export function whyBroken(error: unknown): Assessment {
  const { code } = error as { code?: unknown };
  return failing(`Couldn’t be checked (${typeof code === "string" ? code : "error"}).`);
}

/** Whether alarms can get out. */
export function canTell(findings: readonly ReadinessFinding[]): boolean {
  const needed = CHECKS.filter(({ stopsHeartbeat }) => stopsHeartbeat).map(({ readers }) => readers?.ready);
  return findings.every(({ name, ok }) => ok || !needed.includes(name));
}

/** Anybody may ask, and each check is a write: results are reused for this many seconds. */
const REUSE_MS = 5 * SECOND_MS;

let recent: { at: number; findings: Promise<ReadinessFinding[]> } | undefined;

/** The findings, at most five seconds old. */
export async function recentReadiness(now: Date): Promise<ReadinessFinding[]> {
  if (!recent || Math.abs(now.getTime() - recent.at) > REUSE_MS)
    recent = { at: now.getTime(), findings: checkReadiness(now) };
  return await recent.findings;
}
