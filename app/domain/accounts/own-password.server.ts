import { countAttempt, forgetAttempts } from "../limits/limits.server";
import { accountById } from "./accounts.server";
import { fitsPassword } from "./passwords.server";

/**
 * Whoever is signed in proves once more that the account is theirs, before something that matters changes: the
 * browser may be somebody else's. Guesses are counted by account; ten wrong ones in a quarter of an hour are the
 * most, and they do not keep the owner from signing in.
 */
export type OwnPasswordAnswer = "right" | "wrong" | "too_many";

export async function checkOwnPassword(
  accountId: string,
  password: string,
  now: Date,
): Promise<OwnPasswordAnswer> {
  if (!countAttempt("password_checks", accountId, now)) return "too_many";
  if (!(await fitsPassword(password, accountById(accountId)?.passwordHash ?? null))) return "wrong";
  forgetAttempts("password_checks", accountId);
  return "right";
}
