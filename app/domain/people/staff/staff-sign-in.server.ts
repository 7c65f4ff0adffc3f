import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { staff } from "#db/schema";
import { fitsPassword, hashPassword, isOutOfDate } from "../accounts/passwords.server";
import { attemptSignIn, type TooMany, type Visit } from "../accounts/sign-in-attempts.server";
import { stepOfCode } from "./second-factor.server";
import { beginStaffSession } from "./staff-sessions.server";

/**
 * Staff sign-in: email, password and a one-time code, all three or nothing. Which one was wrong is never revealed, and
 * the work is the same whatever it was. A code works once: its step is recorded in the statement that finds it unused,
 * and no earlier step works after it.
 */

export interface StaffSignInRequest extends Visit {
  email: string;
  password: string;
  /** Six digits; spaces are ignored. */
  code: string;
}

type Checked = { ok: true; sessionKey: string; staffId: string } | { ok: false; reason: "wrong" };

export type StaffSignInResult = Checked | TooMany;

type StaffMember = typeof staff.$inferSelect;

/** Signs a staff member in. */
export async function signInStaff(request: StaffSignInRequest, now: Date): Promise<StaffSignInResult> {
  const { email, clientAddress, deviceTokens } = request;
  const owner = db.select().from(staff).where(sql`lower(${staff.email}) = lower(${email})`).get();
  const subject = email.toLowerCase().slice(0, 254);
  const attempt = { kind: "staff", subject, owner, clientAddress, deviceTokens } as const;
  return await attemptSignIn(attempt, now, () => check(request, owner, now));
}

async function check(request: StaffSignInRequest, person: StaffMember | undefined, now: Date): Promise<Checked> {
  const digest = person?.passwordHash ?? null;
  const fits = await fitsPassword(request.password, digest);
  const step = stepOfCode(person?.totpSealed ?? null, request.code, now);
  const isRight = person && digest !== null && fits && step !== null;
  const sessionKey = isRight ? await admit(person, { password: request.password, digest }, step, now) : null;
  if (!person || !sessionKey) return { ok: false, reason: "wrong" };
  return { ok: true, sessionKey, staffId: person.id };
}

/** Uses the code and starts the session, if the account is unchanged since the password was compared. */
async function admit(
  person: StaffMember,
  { password, digest }: { password: string; digest: string },
  step: number,
  now: Date,
): Promise<string | null> {
  const passwordHash = isOutOfDate(digest) ? await hashPassword(password) : digest;
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
