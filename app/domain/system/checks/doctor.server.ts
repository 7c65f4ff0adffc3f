import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { type Assessment, type Check, failing, type Given } from "./check";
import { CHECKS } from "./checks.server";
import type { Finding } from "./findings";
import { runCheck } from "./run-check";

/** Examines everything that the product needs around it, by using it. Nothing is thrown and no secret is named. */

export interface Examination {
  findings: Finding[];
  /** Whether nothing fails; what is unknown is listed beside it. */
  isWell: boolean;
}

/** `sendsEmail`: also sends one to ourselves, and a message to the webhook of alarms. */
export async function examine(now: Date, given: { sendsEmail: boolean }): Promise<Examination> {
  const findings = await findingsOf(CHECKS, now, given);
  return { findings, isWell: findings.every(({ state }) => state !== "failing") };
}

/** What a production shop is told at its start. */
export const findingsAtStart = (now: Date) =>
  findingsOf(
    CHECKS.filter(({ readers }) => readers?.start),
    now,
    {},
    rethrow,
  );

/** The start refuses what breaks, and tells how to restore a damaged database. */
function rethrow(error: unknown): never {
  throw error;
}

const LATE = {
  limitMs: MINUTE_MS,
  finding: failing("It took longer than a minute.", "Check which service isn’t answering."),
};

function broken(error: unknown): Assessment {
  const kind = error instanceof Error ? error.name : "error";
  return failing(`The check itself failed (${kind}).`, "This is a bug. Save the lines of the log.");
}

/** What the doctor says of these checks. */
export async function findingsOf(
  checks: readonly Check[],
  now: Date,
  given: Given = {},
  onBroken: (error: unknown) => Assessment = broken,
): Promise<Finding[]> {
  const found = checks.map(async (check) => {
    const name = check.readers?.doctor;
    if (!name || check.isUsed?.() === false) return [];
    return (await runCheck(check, now, { given, late: LATE, broken: onBroken })).map(
      ({ name: own = name, state, message, toDo = check.toDo }): Finding => ({
        ...{ name: own, state, message },
        toDo: state === "well" ? null : (toDo ?? null),
      }),
    );
  });
  return (await Promise.all(found)).flat();
}
