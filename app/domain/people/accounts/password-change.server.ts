import { eq } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts } from "#db/schema";
import { beginAccess } from "./access-tokens.server";
import { checkOwnPassword } from "./own-password.server";
import { queueChangeNotice } from "./password-reset.server";
import { hashPassword } from "./passwords.server";
import { beginSession, endSessionsOf } from "./sessions.server";

/**
 * Changes the password of a signed-in person. All other browsers and API clients are signed out, and the current one
 * gets a new key, so that a stolen copy of the old one is useless. A notice is sent by email.
 */

interface ChangeRequest {
  accountId: string;
  currentPassword: string;
  newPassword: string;
}

type ChangeRefusal = { ok: false; reason: "wrong_password" | "too_many_guesses" };

export type PasswordChangeResult = { ok: true; sessionKey: string } | ChangeRefusal;

/** Used by a browser, which gets a new session. */
export async function changePassword(
  request: ChangeRequest & { userAgent: string | null },
  now: Date,
): Promise<PasswordChangeResult> {
  const { accountId, userAgent } = request;
  const changed = await change(request, now, (tx) => beginSession(tx, accountId, userAgent, now));
  return changed.ok ? { ok: true, sessionKey: changed.key } : changed;
}

export type ApiPasswordChangeResult = { ok: true; token: string } | ChangeRefusal;

/** Used by an API client, which gets a new token. */
export async function changePasswordByApi(request: ChangeRequest, now: Date): Promise<ApiPasswordChangeResult> {
  const changed = await change(request, now, (tx) => beginAccess(tx, request.accountId, now));
  return changed.ok ? { ok: true, token: changed.key } : changed;
}

async function change(
  request: ChangeRequest,
  now: Date,
  createKey: (tx: Transaction) => string,
): Promise<{ ok: true; key: string } | ChangeRefusal> {
  const { accountId } = request;
  const answer = await checkOwnPassword(accountId, request.currentPassword, now);
  if (answer === "too_many") return { ok: false, reason: "too_many_guesses" };
  if (answer === "wrong") return { ok: false, reason: "wrong_password" };
  const passwordHash = await hashPassword(request.newPassword);
  return write((tx) => {
    const account = tx
      .update(accounts)
      .set({ passwordHash, updatedAt: now })
      .where(eq(accounts.id, accountId))
      .returning()
      .get();
    endSessionsOf(tx, accountId);
    if (account) queueChangeNotice(tx, account, newId(), now);
    return { ok: true as const, key: createKey(tx) };
  });
}
