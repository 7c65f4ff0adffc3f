import { createHash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { renderSVG } from "uqr";
import { z } from "zod";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { staff } from "#db/schema";
import { SealBroken, seal, unseal } from "#db/sealing.server";
import { settings } from "~/adapters/settings.server";
import { SET_UP_LINK_DAYS } from "~/domain/kernel/time/access-lengths";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { hashPassword } from "../accounts/passwords.server";
import type { Invitation } from "./forms";
import { makeSecondFactor, openSecondFactor, stepOfCode } from "./second-factor.server";
import {
  type Actor,
  changeStaffMember,
  mayManage,
  recordChange,
  type StaffChange,
  type StaffRefusal,
  type StaffRow,
} from "./staff.server";
import { notifySuperAdmins } from "./staff-changes.server";
import { staffSetUp } from "./staff-emails";

/**
 * How a new staff member gets access: an email with a link of three days, by which they choose their password and set
 * up their second factor. Nobody else sees either, and nobody signs in with a password before. The link names the
 * secret it was made for, so that a newer one, or its own use, invalidates it.
 */

const PURPOSE = "staff-set-up";

/** Creates an account and queues the email. A super_admin is never made in one step or by one person. */
export function inviteStaff(
  invitation: Invitation,
  by: Actor,
  now: Date,
): { ok: true; staffId: string } | StaffRefusal {
  const { email, name, role } = invitation;
  return write((tx) => {
    if (!mayManage(tx, by)) return { ok: false, reason: "not_allowed" };
    const taken = tx.select({ id: staff.id }).from(staff).where(sql`lower(${staff.email}) = lower(${email})`).get();
    if (taken) return { ok: false, reason: "email_taken" };
    const { sealed } = makeSecondFactor(email);
    const person = { id: newId(), email, name, role, totpSealed: sealed, createdAt: now };
    tx.insert(staff).values(person).run();
    recordChange(tx, by, "staff.add", person.id, now, { after: { role } });
    sendLink(tx, person, true, now);
    if (by) notifySuperAdmins(tx, { by: by.staffId, act: "added", person }, now);
    return { ok: true, staffId: person.id };
  });
}

/**
 * Removes a staff member's password, second factor and directory id, for a reason, emails them how to set up again,
 * and ends their sessions.
 */
export function resetSignIn(reset: { staffId: string; reason: string }, by: Actor, now: Date): StaffChange {
  return changeStaffMember(reset.staffId, by, (tx, person) => {
    const { sealed } = makeSecondFactor(person.email);
    tx.update(staff)
      .set({
        totpSealed: sealed,
        totpLastStep: null,
        passwordHash: null,
        entraTenantId: null,
        entraObjectId: null,
      })
      .where(eq(staff.id, person.id))
      .run();
    recordChange(tx, by, "staff.reset_sign_in", person.id, now, { reason: reset.reason });
    sendLink(tx, { ...person, totpSealed: sealed }, person.lastSignedInAt === null, now);
    return { ok: true };
  });
}

type Invited = Pick<StaffRow, "id" | "email" | "name" | "totpSealed">;

function sendLink(tx: Transaction, person: Invited, isNew: boolean, now: Date): void {
  const data: SetUpToken = {
    id: person.id,
    version: secretVersionOf(person),
    until: now.getTime() + SET_UP_LINK_DAYS * DAY_MS,
  };
  const token = seal(PURPOSE, JSON.stringify(data));
  const setUpUrl = `${settings.publicOrigin}/hyperloop/set-up?token=${token}`;
  queueEmail(tx, {
    accountId: null,
    to: { name: person.name, email: person.email },
    dedupeKey: `staff-set-up:${person.id}:${data.version}`,
    message: staffSetUp({ name: person.name, setUpUrl, days: SET_UP_LINK_DAYS, isNew }),
    now,
  });
}

const SetUpToken = z.object({ id: z.string(), version: z.string(), until: z.number() });
type SetUpToken = z.infer<typeof SetUpToken>;

/** The version of the second factor's secret that a link was made for; the same when it is encrypted again. */
function secretVersionOf({ totpSealed, email }: Pick<StaffRow, "totpSealed" | "email">): string {
  const secret = totpSealed && openSecondFactor(totpSealed, email)?.secret;
  return createHash("sha256").update(`set-up:${secret}`).digest("base64url");
}

/** The owner of this link while it is valid. */
function ownerOf(token: string, now: Date): (StaffRow & { totpSealed: string }) | undefined {
  const data = readToken(token);
  if (!data || now.getTime() >= data.until) return undefined;
  const person = db
    .select()
    .from(staff)
    .where(and(eq(staff.id, data.id), eq(staff.isActive, true), isNull(staff.passwordHash)))
    .get();
  if (!person || person.totpSealed === null || secretVersionOf(person) !== data.version) return undefined;
  return { ...person, totpSealed: person.totpSealed };
}

function readToken(token: string): SetUpToken | undefined {
  try {
    return SetUpToken.safeParse(JSON.parse(unseal(PURPOSE, token))).data;
  } catch (error) {
    if (error instanceof SealBroken || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What the holder of this link needs to set up; undefined once it is invalid. Reading it does not use the link. */
export function setUpData(token: string, now: Date) {
  const person = ownerOf(token, now);
  const factor = person && openSecondFactor(person.totpSealed, person.email);
  if (!person || !factor) return undefined;
  // In groups of four, to be typed into an authenticator.
  const secret = factor.secret.replace(/(.{4})(?=.)/g, "$1 ");
  return { name: person.name, email: person.email, secret, picture: renderSVG(factor.url, { border: 4 }) };
}

export type SetUpResult = { ok: true } | { ok: false; reason: "invalid_link" | "wrong_code" };

/** Sets the password and activates the authenticator, once. Signs nobody in. */
export async function completeSetUp(
  token: string,
  given: { password: string; code: string },
  now: Date,
): Promise<SetUpResult> {
  const person = ownerOf(token, now);
  if (!person) return { ok: false, reason: "invalid_link" };
  const step = stepOfCode(person.totpSealed, given.code, now);
  if (step === null) return { ok: false, reason: "wrong_code" };
  const passwordHash = await hashPassword(given.password);
  return write((tx): SetUpResult => {
    const { changes } = tx
      .update(staff)
      .set({ passwordHash, totpLastStep: step })
      .where(
        and(
          ...[eq(staff.id, person.id), eq(staff.isActive, true)],
          ...[isNull(staff.passwordHash), eq(staff.totpSealed, person.totpSealed)],
        ),
      )
      .run();
    if (changes !== 1) return { ok: false, reason: "invalid_link" };
    recordChange(tx, { staffId: person.id }, "staff.set_up", person.id, now, {});
    return { ok: true };
  });
}
