import type Stripe from "stripe";
import { buildBalanceTransaction } from "../objects/balance-transaction";
import { buildPayout } from "../objects/payout";
import { secondOf, type Work } from "../work";

/**
 * Payouts: each midnight (UTC) everything that is available on the balance goes to the seller's bank account, fees,
 * refunds and disputes subtracted. A balance below zero waits until it is above.
 */

const DAY = 86_400;
/** From leaving the balance to arriving at the bank. */
const DAYS_ON_THE_WAY = 1;

/** Puts a movement on the balance, to be paid out at the first midnight after it is available. */
export function moveBalance(
  work: Work,
  move: Parameters<typeof buildBalanceTransaction>[0],
): Stripe.BalanceTransaction {
  const second = secondOf(work);
  const transaction = buildBalanceTransaction(move, second);
  const beside = { hidden: { payout: null }, parent: move.source, created: second };
  const due = midnightAfter(transaction.available_on);
  return work.store.insert("balance_transaction", transaction, { ...beside, due });
}

/** Makes the payouts of the midnights that have passed, from these transactions in the order of their midnights. */
export function makePayouts(work: Work, ready: readonly { id: string; due: number }[]): void {
  let waiting: string[] = [];
  for (const midnight of new Set(ready.map(({ due }) => due))) {
    waiting.push(...ready.filter(({ due }) => due === midnight).map(({ id }) => id));
    if (payOut(work, waiting, midnight)) waiting = [];
  }
  const next = midnightAfter(secondOf(work));
  for (const id of waiting) work.store.change("balance_transaction", id, {}, { due: next });
}

/** Pays out the whole balance now, also what is not available yet. */
export function payOutNow(work: Work): void {
  payOut(work, work.store.unpaid(), secondOf(work));
}

function payOut(work: Work, ids: readonly string[], second: number): boolean {
  const transactions = ids.flatMap((id) => work.store.find("balance_transaction", id)?.body ?? []);
  const amount = transactions.reduce((sum, { net }) => sum + net, 0);
  const currency = transactions[0]?.currency;
  if (amount <= 0 || currency === undefined) return false;
  const arrivesAt = second + DAYS_ON_THE_WAY * DAY;
  const payout = buildPayout({ amount, currency, arrival_date: arrivesAt }, second);
  const leaving = buildBalanceTransaction({ kind: "payout", amount: -amount, currency, source: payout.id }, second);
  work.store.insert(
    "payout",
    { ...payout, balance_transaction: leaving.id },
    { hidden: null, created: second, due: arrivesAt },
  );
  const hidden = { payout: payout.id };
  work.store.insert("balance_transaction", leaving, { hidden, parent: payout.id, created: second });
  for (const id of ids) work.store.change("balance_transaction", id, { status: "available" }, { hidden, due: null });
  return true;
}

/** A payout arrives at the bank. */
export function arrive(work: Work, payoutId: string): void {
  work.store.change("payout", payoutId, { status: "paid" }, { due: null });
}

const midnightAfter = (second: number) => (Math.floor(second / DAY) + 1) * DAY;
