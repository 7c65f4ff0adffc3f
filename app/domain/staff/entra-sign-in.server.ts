import { and, eq, isNull, sql } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { staff } from "#db/schema";
import { identity } from "~/adapters/adapters.server";
import type { Attempt, Begun, DirectoryPerson, Finished } from "~/adapters/identity/contract";
import { noteFailedSignIn } from "../accounts/sign-in-alarm.server";
import { recordAuditEvent } from "./audit.server";
import { beginStaffSession } from "./staff-sessions.server";

/**
 * Staff who come in by their organisation's directory. It only says who somebody is: an account here must have been
 * made for them and be in use. They are known by the directory's own id of them. The first time they are found by
 * their e-mail, and from then on the account is bound to that id: whoever takes over the e-mail later is nobody.
 * The second factor is the directory's to ask for.
 */

/** Whether there is a directory to sign in with. */
export const offersEntra = identity !== null;

/** Where the browser goes, and what to keep until it is back; "unreachable" too where there is no directory. */
export async function beginEntraSignIn(returnTo: string): Promise<Begun> {
  return identity ? await identity.begin(returnTo) : { ok: false, reason: "unreachable" };
}

export type EntraReason = Extract<Finished, { ok: false }>["reason"] | "unknown";

export type EntraSignInResult =
  | { ok: true; sessionKey: string; staffId: string }
  | { ok: false; reason: EntraReason };

/** Signs in whoever came back from the directory on this address, if they answer this attempt. */
export async function finishEntraSignIn(
  answer: URL,
  attempt: Attempt,
  now: Date,
): Promise<EntraSignInResult> {
  if (!identity) return { ok: false, reason: "unreachable" };
  const finished = await identity.finish(answer, attempt);
  const result = finished.ok ? admit(finished.person, now) : finished;
  if (!result.ok && result.reason !== "cancelled" && result.reason !== "unreachable") noteFailedSignIn(now);
  return result;
}

function admit(person: DirectoryPerson, now: Date): EntraSignInResult {
  return write((tx): EntraSignInResult => {
    const staffId = knownAs(tx, person) ?? bindByEmail(tx, person, now);
    if (!staffId) return { ok: false, reason: "unknown" };
    return { ok: true, staffId, sessionKey: beginStaffSession(tx, staffId, now) };
  });
}

/** Null where nobody is bound to this id, or they work here no more. */
function knownAs(tx: Transaction, person: DirectoryPerson): string | null {
  const row = tx
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        eq(staff.entraTenantId, person.tenantId),
        eq(staff.entraObjectId, person.objectId),
        eq(staff.isActive, true),
      ),
    )
    .get();
  return row?.id ?? null;
}

function bindByEmail(tx: Transaction, person: DirectoryPerson, now: Date): string | null {
  if (person.email === null) return null;
  const { tenantId, objectId } = person;
  const isTaken = tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.entraTenantId, tenantId), eq(staff.entraObjectId, objectId)))
    .get();
  if (isTaken) return null;
  const bound = tx
    .update(staff)
    .set({ entraTenantId: tenantId, entraObjectId: objectId })
    .where(
      and(
        sql`lower(${staff.email}) = lower(${person.email})`,
        isNull(staff.entraObjectId),
        eq(staff.isActive, true),
      ),
    )
    .returning({ id: staff.id })
    .get();
  if (!bound) return null;
  const { id } = bound;
  recordAuditEvent(tx, { staffId: id, action: "staff.bind_entra", object: { type: "staff", id }, now });
  return id;
}
