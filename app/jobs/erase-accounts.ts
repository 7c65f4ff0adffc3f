import { backups } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import { exchangeErasedList } from "~/domain/erasure/erased-accounts.server";
import { eraseDueAccounts } from "~/domain/erasure/erasure.server";
import { reportLog } from "./empty-log";

/** Deletes the accounts whose deletion was requested seven days ago. */
export async function eraseAccounts(now: Date): Promise<void> {
  const { erased, heldUp, failures, log } = await eraseDueAccounts(now);
  if (erased > 0) logLine("info", "accounts_erased", { count: erased, heldUp });
  if (log) reportLog(log, now);
  for (const message of failures) logLine("error", "account_not_erased", { message });
  if (erased > 0 && backups) await exchangeErasedList(backups.nightly, now);
}
