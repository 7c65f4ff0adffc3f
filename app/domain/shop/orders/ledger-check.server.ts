import { and, eq, gte, inArray, isNotNull, isNull, like, lte, max, sum } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { alarms, ledger, payments, refunds, statementLines } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { raiseAlarm, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { storeStatement } from "./statement.server";

/**
 * Compares our ledger with the provider's. Each payment on which money moved in the last days, by either, must come to
 * the same sum by both, to the penny; a difference is an alarm until it is corrected.
 */

/** If the provider does not respond one night, the next two nights still cover that day. */
const COMPARED_DAYS = 3;
/** After a longer silence, and the first night, it reads on from the last line of the statement, this far back at most. */
const MOST_COMPARED_DAYS = 35;
/** Newer movements may not have reached our ledger yet: a webhook may take five minutes. */
const SETTLED_MINUTES = 10;

export interface Difference {
  /** The provider's reference of the payment, or of what moved the money without one. */
  reference: string;
  orderId: string | null;
  /** What is left of it by our ledger, and by the provider. Null if our ledger does not know it. */
  oursPence: number | null;
  theirsPence: number;
}

/** Compares, raises an alarm for each difference, and resolves the alarms of those that agree again. */
export async function compareWithProvider(
  now: Date,
): Promise<{ ok: true; compared: number; differences: Difference[] } | { ok: false; reason: "unavailable" }> {
  const since = startOf(now);
  const until = new Date(now.getTime() - SETTLED_MINUTES * MINUTE_MS);
  const listed = await provider.listMovements({ since, until });
  if (!listed.ok) return { ok: false, reason: "unavailable" };
  storeStatement(listed.movements, now);
  const theirs = new Map<string, number>();
  const strangers = new Map<string, number>();
  for (const { paymentIntentId, source, amountPence } of listed.movements) {
    const [sums, name] = paymentIntentId ? [theirs, paymentIntentId] : [strangers, source];
    sums.set(name, (sums.get(name) ?? 0) + amountPence);
  }
  const differences: Difference[] = [...strangers].map(([reference, theirsPence]) => ({
    reference,
    orderId: null,
    oursPence: null,
    theirsPence,
  }));
  const compared = new Set([...theirs.keys(), ...movedInLedger({ since, until }), ...stillOpen()]);
  for (const reference of compared) {
    const ours = ledgerOf(reference);
    if (ours === "to_be_sent_back") continue;
    // A payment that moved only in these days agrees already; the others are compared over their whole life.
    if (ours && theirs.get(reference) === ours.pence) continue;
    const theirsPence = await leftAtProvider(reference);
    if (theirsPence === null) return { ok: false, reason: "unavailable" };
    const oursPence = ours?.pence ?? null;
    if (oursPence !== theirsPence)
      differences.push({ reference, orderId: ours?.orderId ?? null, oursPence, theirsPence });
  }
  raiseDifferences(differences, now);
  return { ok: true, compared: compared.size + strangers.size, differences };
}

function startOf(now: Date): Date {
  const back = (days: number) => now.getTime() - days * DAY_MS;
  const last = findLastLine()?.at?.getTime() ?? 0;
  return new Date(Math.max(back(MOST_COMPARED_DAYS), Math.min(back(COMPARED_DAYS), last)));
}

const findLastLine = prepareGet(() => db.select({ at: max(statementLines.at) }).from(statementLines));

const KEY_PREFIX = "ledger:";

function raiseDifferences(differences: readonly Difference[], now: Date): void {
  write((tx) => {
    for (const { reference, orderId, oursPence, theirsPence } of differences) {
      const ours = oursPence === null ? "nothing: our records don’t have it" : `${oursPence}p`;
      raiseAlarm(
        tx,
        {
          kind: "ledger_differs",
          objectType: orderId ? "order" : "payment",
          objectId: orderId ?? reference,
          message: `Of ${reference} the provider has ${theirsPence}p left, our ledger has ${ours}.`,
          dedupeKey: KEY_PREFIX + reference,
        },
        now,
      );
    }
    const stillTrue = differences.map(({ reference }) => KEY_PREFIX + reference);
    resolveEnded(tx, { beginning: KEY_PREFIX, stillTrue }, now);
  });
}

/** The payments with an unresolved alarm, which are compared until they agree. */
function stillOpen(): string[] {
  return db
    .select({ key: alarms.dedupeKey })
    .from(alarms)
    .where(and(isNull(alarms.resolvedAt), like(alarms.dedupeKey, `${KEY_PREFIX}pi_%`)))
    .all()
    .map(({ key }) => key.slice(KEY_PREFIX.length));
}

function movedInLedger({ since, until }: { since: Date; until: Date }): string[] {
  return db
    .selectDistinct({ reference: payments.paymentIntentId })
    .from(ledger)
    .innerJoin(payments, and(eq(payments.orderId, ledger.orderId), eq(payments.status, "paid")))
    .where(and(gte(ledger.at, since), lte(ledger.at, until)))
    .all()
    .flatMap(({ reference }) => reference ?? []);
}

/** What is left of a payment by our ledger; undefined if the ledger does not know it. */
function ledgerOf(reference: string): { orderId: string; pence: number } | "to_be_sent_back" | undefined {
  const payment = db
    .select({ orderId: payments.orderId, status: payments.status, returnedAt: payments.returnedAt })
    .from(payments)
    .where(and(eq(payments.paymentIntentId, reference), inArray(payments.status, ["paid", "refused"])))
    .get();
  if (!payment) return undefined;
  const { orderId, status, returnedAt } = payment;
  // Refused money belongs to its sender; while it is not sent back, another alarm is open.
  if (status === "refused") return returnedAt ? { orderId, pence: 0 } : "to_be_sent_back";
  const moved = db
    .select({ pence: sum(ledger.amountPence).mapWith(Number) })
    .from(ledger)
    .where(eq(ledger.orderId, orderId))
    .get();
  // The provider subtracts a refund when it is sent, our ledger when it has arrived.
  const onTheirWay = db
    .select({ pence: sum(refunds.amountPence).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, "pending"), isNotNull(refunds.providerId)))
    .get();
  return { orderId, pence: (moved?.pence ?? 0) - (onTheirWay?.pence ?? 0) };
}

/** What is left of a payment by the provider, over its whole life; null if it does not respond. */
async function leftAtProvider(reference: string): Promise<number | null> {
  const [paid, given, disputed] = [
    await provider.readPayment(reference),
    await provider.readRefunds(reference),
    await provider.readDisputes(reference),
  ];
  if (!paid.ok) return paid.reason === "unknown" ? 0 : null;
  if (!given.ok || !disputed.ok) return null;
  const refunded = given.refunds.filter(({ status }) => status !== "failed");
  const taken = disputed.disputes.filter(({ stage }) => stage === "open" || stage === "lost");
  const gone = [...refunded, ...taken].reduce((pence, { amountPence }) => pence + amountPence, 0);
  return (paid.paymentStatus === "paid" ? paid.amountPence : 0) - gone;
}
