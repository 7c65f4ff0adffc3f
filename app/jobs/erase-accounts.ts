import { backups } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import { emptyCancelledYears } from "~/domain/privacy/erasure/cancelled-years.server";
import { exchangeErasedList } from "~/domain/privacy/erasure/erased-accounts.server";
import { eraseDueAccounts } from "~/domain/privacy/erasure/erasure.server";
import { reportLog } from "./empty-log";

/** Deletes the accounts whose deletion was requested seven days ago, and cancelled years whose days are over. */
export async function eraseAccounts(now: Date): Promise<void> {
  const { erased, heldUp, failures, log } = await eraseDueAccounts(now);
  if (erased > 0) logLine("info", "accounts_erased", { count: erased, heldUp });
  if (log) reportLog(log, now);
  for (const message of failures) logLine("error", "account_not_erased", { message });
  const emptied = await emptyCancelledYears(now);
  if (emptied > 0) logLine("info", "cancelled_years_emptied", { count: emptied });
  if (erased > 0 && backups) await exchangeErasedList(backups.nightly, now);
}
