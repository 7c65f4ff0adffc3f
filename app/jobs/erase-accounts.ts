import { eraseDueAccounts } from "~/domain/erasure/erasure.server";
import { logLine } from "./log";

/** Deletes the accounts whose owners asked for it seven days ago. */
export async function eraseAccounts(now: Date): Promise<void> {
  const { erased, heldUp, failures } = await eraseDueAccounts(now);
  if (erased > 0) logLine("info", "accounts_erased", { count: erased, heldUp });
  for (const message of failures) logLine("error", "account_not_erased", { message });
}
