import { logLine } from "~/adapters/log/log.server";
import { readPayouts } from "~/domain/operations/bookkeeping/payout-reading.server";
import { compareWithProvider } from "~/domain/shop/orders/ledger-check.server";
import { checkInvariants } from "~/domain/system/alarms/invariants.server";

/** Checks the database's invariants. Each violated one is logged and raises an alarm for staff. */
export async function checkMoney(now: Date): Promise<void> {
  for (const { invariant, says, rows } of await checkInvariants(now)) {
    logLine("error", "invariant_violated", { invariant, says, count: rows.length, first: rows[0] });
  }
}

/**
 * Compares our ledger with the provider's statement of the last days. @throws Error while the provider does not
 * respond, so that the task is retried soon.
 */
export async function compareLedger(now: Date): Promise<void> {
  const result = await compareWithProvider(now);
  if (!result.ok) throw new Error("The payment provider did not answer.");
  for (const difference of result.differences) logLine("error", "ledger_differs", { ...difference });
}

/**
 * Reads the provider's payouts and compares each with our ledger. @throws Error while the provider does not respond.
 */
export async function comparePayouts(now: Date): Promise<void> {
  const result = await readPayouts(now);
  if (!result.ok) throw new Error("The payment provider did not answer.");
  for (const { payout, differencePence, differing } of result.differing) {
    logLine("error", "payout_differs", { payout: payout.id, differencePence, differing });
  }
}
