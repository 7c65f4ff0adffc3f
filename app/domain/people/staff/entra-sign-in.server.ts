import { and, eq, isNull, sql } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { staff } from "#db/schema";
import { identity } from "~/adapters/adapters.server";
import type { Attempt, Begun, DirectoryPerson, Finished } from "~/adapters/identity/contract";
import { canonicalAddress } from "~/domain/kernel/text/email-addresses";
import { noteDirectorySecret, recordFailedSignIn } from "../accounts/sign-in-alarm.server";
import { recordAuditEvent } from "./audit.server";
import { beginStaffSession } from "./staff-sessions.server";

/**
 * Sign-in through the organisation's directory. It only identifies a person: an active account must have been made for
 * them here. The first time they are found by email, from then on by the directory's own id alone, so a later owner of
 * that email address is nobody. The second factor is the directory's.
 */

/** Whether a directory is configured. */
export const offersEntra = identity !== null;

/** Where the browser goes, and what to remember until it returns; "unreachable" also without a directory. */
export async function beginEntraSignIn(returnTo: string): Promise<Begun> {
  return identity ? await identity.begin(returnTo) : { ok: false, reason: "unreachable" };
}

export type EntraReason = Extract<Finished, { ok: false }>["reason"] | "unknown";

export type EntraSignInResult = { ok: true; sessionKey: string; staffId: string } | { ok: false; reason: EntraReason };

/** Signs in the person who returned from the directory, if the response belongs to this attempt. */
export async function finishEntraSignIn(answer: URL, attempt: Attempt, now: Date): Promise<EntraSignInResult> {
  if (!identity) return { ok: false, reason: "unreachable" };
  const finished = await identity.finish(answer, attempt);
  const result = finished.ok ? admit(finished.person, now) : finished;
  if (finished.ok || finished.reason === "misconfigured") noteDirectorySecret(finished.ok, now);
  if (!result.ok && !SAYS_NOTHING_OF_THE_PERSON.has(result.reason)) recordFailedSignIn(now);
  return result;
}

const SAYS_NOTHING_OF_THE_PERSON: ReadonlySet<EntraReason> = new Set(["cancelled", "unreachable", "misconfigured"]);

function admit(person: DirectoryPerson, now: Date): EntraSignInResult {
  return write((tx): EntraSignInResult => {
    const staffId = knownAs(tx, person) ?? bindByEmail(tx, person, now);
    if (!staffId) return { ok: false, reason: "unknown" };
    return { ok: true, staffId, sessionKey: beginStaffSession(tx, staffId, now) };
  });
}

/** Null where no active account has this id. */
function knownAs(tx: Transaction, person: DirectoryPerson): string | null {
  const row = tx
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(eq(staff.entraTenantId, person.tenantId), eq(staff.entraObjectId, person.objectId), eq(staff.isActive, true)),
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
        sql`lower(${staff.email}) = lower(${canonicalAddress(person.email)})`,
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
