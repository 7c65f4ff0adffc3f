import { and, eq, isNull, like } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { alarms, payoutLines, payouts } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import type { Payout, PayoutLine } from "~/adapters/payments/contract";
import { raiseAlarm, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { storeStatement } from "~/domain/shop/orders/statement.server";
import { movementsOf } from "./payout-lines.server";
import { type PayoutCompared, payoutCompared, payoutsBetween } from "./payouts.server";

/**
 * Reads the provider's payouts every night, each with what it is made of, once, and raises an alarm for each that does
 * not come to what our ledger says, until it does.
 */

/** A payout whose parts the provider says later is still found after a long outage. */
const READ_DAYS = 35;

/** Reads what is new, and compares. Safe to repeat. */
export async function readPayouts(
  now: Date,
): Promise<{ ok: true; read: number; differing: PayoutCompared[] } | { ok: false; reason: "unavailable" }> {
  const since = new Date(now.getTime() - READ_DAYS * DAY_MS);
  const listed = await provider.listPayouts({ since, until: now });
  if (!listed.ok) return { ok: false, reason: "unavailable" };
  let read = 0;
  for (const payout of listed.payouts.toReversed()) {
    const { needsLines } = write((tx) => storePayout(tx, payout, now));
    if (!needsLines) continue;
    const parts = await provider.readPayoutLines(payout.payoutId);
    if (!parts.ok) return { ok: false, reason: "unavailable" };
    storeLines(payout.payoutId, parts.lines, now);
    read += 1;
  }
  return { ok: true, read, differing: compareAll(since, now) };
}

function storePayout(tx: Transaction, payout: Payout, now: Date): { needsLines: boolean } {
  const { payoutId: id, amountPence, status, parts, leftAt, arrivesAt } = payout;
  const before = tx.select().from(payouts).where(eq(payouts.id, id)).get();
  const told = { amountPence, status, isByHand: parts === "never", leftAt, arrivesAt, updatedAt: now };
  tx.insert(payouts)
    .values({ id, ...told })
    .onConflictDoUpdate({ target: payouts.id, set: told })
    .run();
  if (status === "failed" && before?.status !== "failed") raiseFailure(tx, payout, now);
  return { needsLines: parts === "known" && !before?.linesReadAt };
}

/** Keeps a payout's lines, and what of them the statement had not shown yet: the provider's own fees above all. */
function storeLines(payoutId: string, lines: readonly PayoutLine[], now: Date): void {
  storeStatement(lines.flatMap(movementsOf), now);
  write((tx) => {
    for (const line of lines) {
      const { id, kind, source, paymentIntentId, amountPence, feePence, at } = line;
      const reference = kind === "payment" ? (paymentIntentId ?? source) : source;
      tx.insert(payoutLines)
        .values({ id, payoutId, kind, reference, paymentIntentId, amountPence, feePence, at })
        .onConflictDoNothing()
        .run();
    }
    tx.update(payouts).set({ linesReadAt: now }).where(eq(payouts.id, payoutId)).run();
  });
}

const KEY_PREFIX = "payout:";

/** Raises an alarm for each payout that differs, and ends those of payouts that agree again. */
function compareAll(since: Date, now: Date): PayoutCompared[] {
  const ids = new Set([...payoutsBetween(since, now).map(({ id }) => id), ...stillOpen()]);
  const differing = [...ids].flatMap((id) => {
    const compared = payoutCompared(id);
    return compared && (compared.differencePence !== 0 || compared.differing > 0) ? [compared] : [];
  });
  write((tx) => {
    for (const { payout, oursPence, differing: many } of differing) {
      // Nothing will ever explain one asked for by hand but what staff say of it, once.
      if (payout.isByHand && isTold(tx, payout.id)) continue;
      const sums = `the provider paid out ${formatPence(payout.amountPence)}, our ledger says ${formatPence(oursPence)}`;
      const why = payout.isByHand
        ? "It was asked for by hand, so nobody says what it’s made of."
        : `Lines that differ: ${many}.`;
      raiseAlarm(
        tx,
        {
          kind: "payout_differs",
          objectType: "payout",
          objectId: payout.id,
          message: `On ${formatLondonDay(payout.leftAt)} ${sums}. ${why}`,
          dedupeKey: KEY_PREFIX + payout.id,
        },
        now,
      );
    }
    const stillTrue = differing.map(({ payout }) => KEY_PREFIX + payout.id);
    resolveEnded(tx, { beginning: KEY_PREFIX, stillTrue }, now);
  });
  return differing;
}

function isTold(tx: Transaction, id: string): boolean {
  return (
    tx
      .select({ id: alarms.id })
      .from(alarms)
      .where(eq(alarms.dedupeKey, KEY_PREFIX + id))
      .get() !== undefined
  );
}

/** The payouts with an unresolved alarm, which are compared until they agree. */
function stillOpen(): string[] {
  return db
    .select({ key: alarms.dedupeKey })
    .from(alarms)
    .where(and(isNull(alarms.resolvedAt), like(alarms.dedupeKey, `${KEY_PREFIX}%`)))
    .all()
    .map(({ key }) => key.slice(KEY_PREFIX.length));
}

function raiseFailure(tx: Transaction, { payoutId, amountPence }: Payout, now: Date): void {
  raiseAlarm(
    tx,
    {
      kind: "payout_failed",
      objectType: "payout",
      objectId: payoutId,
      message: `A payout of ${formatPence(amountPence)} didn’t arrive at our bank.`,
      dedupeKey: `failed-payout:${payoutId}`,
    },
    now,
  );
}
