import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { staff } from "#db/schema";
import type { LimitName } from "~/domain/kernel/limits/limits";
import { countAttempt, uncountAttempt } from "~/domain/kernel/limits/limits.server";
import { knownDevice } from "../accounts/devices.server";
import { fitsPassword, hashPassword, isOutOfDate } from "../accounts/passwords.server";
import { recordFailedSignIn } from "../accounts/sign-in-alarm.server";
import { stepOfCode } from "./second-factor.server";
import { beginStaffSession } from "./staff-sessions.server";

/**
 * Staff sign-in: email, password and a one-time code, all three or nothing. Which one was wrong is never revealed, and
 * the work is the same whatever it was. A code works once: its step is recorded in the statement that finds it unused,
 * and no earlier step works after it.
 */

export interface StaffSignInRequest {
  email: string;
  password: string;
  /** Six digits; spaces are ignored. */
  code: string;
  clientAddress: string;
  /** The browser's device tokens, made by `newDeviceToken`; others are ignored. */
  deviceTokens?: readonly string[];
}

export type StaffSignInResult =
  | { ok: true; sessionKey: string; staffId: string }
  | { ok: false; reason: "wrong" | "too_many" };

type StaffMember = typeof staff.$inferSelect;

/** Signs a staff member in. Ten failures an account and thirty an address in a quarter of an hour. */
export async function signInStaff(request: StaffSignInRequest, now: Date): Promise<StaffSignInResult> {
  const person = db.select().from(staff).where(sql`lower(${staff.email}) = lower(${request.email})`).get();
  const tries = triesOf(request, person);
  if (!tries.every(({ limit, subject }) => countAttempt(limit, subject, now))) {
    recordFailedSignIn(now);
    return { ok: false, reason: "too_many" };
  }
  const fits = await fitsPassword(request.password, person?.passwordHash ?? null);
  const step = stepOfCode(person?.totpSealed ?? null, request.code, now);
  const sessionKey = person && fits && step !== null ? await admit(person, request, step, now) : null;
  if (!person || !sessionKey) {
    recordFailedSignIn(now);
    return { ok: false, reason: "wrong" };
  }
  for (const { limit, subject } of tries) uncountAttempt(limit, subject, now);
  return { ok: true, sessionKey, staffId: person.id };
}

function triesOf(
  request: StaffSignInRequest,
  person: StaffMember | undefined,
): { limit: LimitName; subject: string }[] {
  const device = person ? knownDevice(request.deviceTokens ?? [], person) : null;
  if (device) return [{ limit: "staff_device", subject: device }];
  return [
    { limit: "staff_address", subject: request.clientAddress },
    { limit: "staff_account", subject: request.email.toLowerCase().slice(0, 254) },
  ];
}

/** Uses the code and starts the session, if the account is unchanged since the password was compared. */
async function admit(
  person: StaffMember,
  request: StaffSignInRequest,
  step: number,
  now: Date,
): Promise<string | null> {
  const digest = person.passwordHash;
  if (digest === null) return null;
  const passwordHash = isOutOfDate(digest) ? await hashPassword(request.password) : digest;
  return write((tx) => {
    const { changes } = tx
      .update(staff)
      .set({ totpLastStep: step, passwordHash })
      .where(
        and(
          eq(staff.id, person.id),
          eq(staff.isActive, true),
          eq(staff.passwordHash, digest),
          eq(staff.totpSealed, person.totpSealed ?? ""),
          or(isNull(staff.totpLastStep), lt(staff.totpLastStep, step)),
        ),
      )
      .run();
    return changes === 1 ? beginStaffSession(tx, person.id, now) : null;
  });
}
