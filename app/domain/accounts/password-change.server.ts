import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accessTokens, accounts } from "#db/schema";
import { checkOwnPassword } from "./own-password.server";
import { noticeOfChange } from "./password-reset.server";
import { hashPassword } from "./passwords.server";
import { beginSession, endSessionsOf } from "./sessions.server";

/**
 * A new password by somebody who is signed in. It signs every other browser and every program out, and the one
 * that asked goes on with a new key, so that a copy of the old one is worth nothing. A notice goes out by letter.
 */

export type PasswordChangeResult =
  | { ok: true; sessionKey: string }
  | { ok: false; reason: "wrong_password" | "too_many_guesses" };

export async function changePassword(
  request: { accountId: string; currentPassword: string; newPassword: string; userAgent: string | null },
  now: Date,
): Promise<PasswordChangeResult> {
  const { accountId, userAgent } = request;
  const answer = await checkOwnPassword(accountId, request.currentPassword, now);
  if (answer === "too_many") return { ok: false, reason: "too_many_guesses" };
  if (answer === "wrong") return { ok: false, reason: "wrong_password" };
  const passwordHash = await hashPassword(request.newPassword);
  return db.transaction(
    (tx): PasswordChangeResult => {
      const account = tx
        .update(accounts)
        .set({ passwordHash, updatedAt: now })
        .where(eq(accounts.id, accountId))
        .returning()
        .get();
      endSessionsOf(tx, accountId);
      tx.delete(accessTokens).where(eq(accessTokens.accountId, accountId)).run();
      if (account) noticeOfChange(tx, account, newId(), now);
      return { ok: true, sessionKey: beginSession(tx, accountId, userAgent, now) };
    },
    { behavior: "immediate" },
  );
}
