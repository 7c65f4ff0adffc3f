import { countAttempt, forgetAttempts } from "~/domain/kernel/limits/limits.server";
import { accountById } from "./accounts.server";
import { fitsPassword } from "./passwords.server";

/**
 * Asks a signed-in person for their password before an important change, because somebody else may be using the
 * browser. Attempts are counted by account, ten wrong ones per quarter of an hour, and do not block signing in.
 */
export type OwnPasswordResult = "right" | "wrong" | "too_many";

export async function checkOwnPassword(accountId: string, password: string, now: Date): Promise<OwnPasswordResult> {
  if (!countAttempt("password_checks", accountId, now)) return "too_many";
  if (!(await fitsPassword(password, accountById(accountId)?.passwordHash ?? null))) return "wrong";
  forgetAttempts("password_checks", accountId);
  return "right";
}
