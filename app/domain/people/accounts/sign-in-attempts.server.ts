import { countAttempt, uncountAttempt } from "~/domain/kernel/limits/limits.server";
import { knownDevice, type TokenOwner } from "./devices.server";
import { recordFailedSignIn } from "./sign-in-alarm.server";

/**
 * Attempts to sign in with a password, of customers and of staff: ten wrong ones per account and thirty per network
 * address in a quarter of an hour.
 */

/** What a browser or an API client sends along. */
export interface Visit {
  clientAddress: string;
  /** The device tokens of this browser, as `newDeviceToken` made them; any others are ignored. */
  deviceTokens?: readonly string[];
}

interface Attempt extends Visit {
  kind: "sign_in" | "staff";
  /** What the account's attempts are counted by, whether or not it exists. */
  subject: string;
  owner: TokenOwner | undefined;
}

export type TooMany = { ok: false; reason: "too_many" };

/**
 * Counts the attempt, unless it is right or only its account is suspended; a wrong one, or one too many, counts towards
 * the alarm. `check` runs unless there were too many before.
 */
export async function attemptSignIn<Result extends { ok: true } | { ok: false; reason: string }>(
  attempt: Attempt,
  now: Date,
  check: () => Promise<Result>,
): Promise<Result | TooMany> {
  const tries = triesOf(attempt);
  if (!tries.every(({ limit, subject }) => countAttempt(limit, subject, now))) {
    recordFailedSignIn(now);
    return { ok: false, reason: "too_many" };
  }
  const result = await check();
  if (result.ok || result.reason === "suspended") {
    for (const { limit, subject } of tries) uncountAttempt(limit, subject, now);
  } else if (result.reason === "wrong") recordFailedSignIn(now);
  return result;
}

/**
 * The limits one attempt counts against. A browser in which the owner has signed in before has its own counter, so that
 * neither attempts from elsewhere nor those on a shared network lock the owner out; all others share the counters of
 * account and network address.
 */
function triesOf({ kind, subject, owner, clientAddress, deviceTokens = [] }: Attempt) {
  const device = owner ? knownDevice(deviceTokens, owner) : null;
  if (device) return [{ limit: `${kind}_device`, subject: device } as const];
  return [
    { limit: `${kind}_address`, subject: clientAddress } as const,
    { limit: `${kind}_account`, subject } as const,
  ];
}
