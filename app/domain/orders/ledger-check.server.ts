import { and, eq, gte, inArray, isNotNull, isNull, like, lte, sum } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { alarms, ledger, payments, refunds } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { raiseAlarm, resolveEnded } from "../alarms/alarms.server";
import { DAY_MS, MINUTE_MS } from "../time/durations";

/**
 * Our books against the provider's. Every payment that money moved on in the last days, by its statement or by our
 * ledger, must have left us the same sum by both, to the penny; what differs is an alarm until it is right again.
 */

/** What a night misses, because the provider was silent, the next two nights see. */
const COMPARED_DAYS = 3;
/** What has just happened may not have reached us yet: a message may take five minutes. */
const SETTLED_MINUTES = 10;

export interface Difference {
  /** The payment at the provider's, or what moved the money where no payment did. */
  reference: string;
  orderId: string | null;
  /** What is left of it by our ledger, and by the provider. Null where our books do not know it. */
  oursPence: number | null;
  theirsPence: number;
}

/** Compares, raises an alarm for each difference, and lays aside those that are right again. */
export async function compareWithProvider(
  now: Date,
): Promise<{ ok: true; compared: number; differences: Difference[] } | { ok: false; reason: "unavailable" }> {
  const since = new Date(now.getTime() - COMPARED_DAYS * DAY_MS);
  const until = new Date(now.getTime() - SETTLED_MINUTES * MINUTE_MS);
  const listed = await provider.listMovements({ since, until });
  if (!listed.ok) return { ok: false, reason: "unavailable" };
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
  const compared = new Set([...theirs.keys(), ...movedByOurBooks({ since, until }), ...stillOpen()]);
  for (const reference of compared) {
    const books = booksOf(reference);
    if (books === "to_be_sent_back") continue;
    // Most of it moved in these days alone; of the rest the provider is asked for the whole.
    if (books && theirs.get(reference) === books.pence) continue;
    const theirsPence = await leftAtProvider(reference);
    if (theirsPence === null) return { ok: false, reason: "unavailable" };
    const oursPence = books?.pence ?? null;
    if (oursPence !== theirsPence)
      differences.push({ reference, orderId: books?.orderId ?? null, oursPence, theirsPence });
  }
  tellOf(differences, now);
  return { ok: true, compared: compared.size + strangers.size, differences };
}

const OCCASION = "ledger:";

function tellOf(differences: readonly Difference[], now: Date): void {
  write((tx) => {
    for (const { reference, orderId, oursPence, theirsPence } of differences) {
      const ours = oursPence === null ? "nothing, it is in no book of ours" : `${oursPence}p`;
      raiseAlarm(
        tx,
        {
          kind: "ledger_differs",
          objectType: orderId ? "order" : "payment",
          objectId: orderId ?? reference,
          message: `Of ${reference} the provider has ${theirsPence}p left, our ledger has ${ours}.`,
          dedupeKey: OCCASION + reference,
        },
        now,
      );
    }
    const stillTrue = differences.map(({ reference }) => OCCASION + reference);
    resolveEnded(tx, { beginning: OCCASION, stillTrue }, now);
  });
}

/** Payments that differed and that nobody has laid aside are looked at until they are right. */
function stillOpen(): string[] {
  return db
    .select({ key: alarms.dedupeKey })
    .from(alarms)
    .where(and(isNull(alarms.resolvedAt), like(alarms.dedupeKey, `${OCCASION}pi_%`)))
    .all()
    .map(({ key }) => key.slice(OCCASION.length));
}

function movedByOurBooks({ since, until }: { since: Date; until: Date }): string[] {
  return db
    .selectDistinct({ reference: payments.paymentIntentId })
    .from(ledger)
    .innerJoin(payments, and(eq(payments.orderId, ledger.orderId), eq(payments.status, "paid")))
    .where(and(gte(ledger.at, since), lte(ledger.at, until)))
    .all()
    .flatMap(({ reference }) => reference ?? []);
}

/** What is left of a payment by our books; undefined where they do not know it. */
function booksOf(reference: string): { orderId: string; pence: number } | "to_be_sent_back" | undefined {
  const payment = db
    .select({ orderId: payments.orderId, status: payments.status, returnedAt: payments.returnedAt })
    .from(payments)
    .where(and(eq(payments.paymentIntentId, reference), inArray(payments.status, ["paid", "refused"])))
    .get();
  if (!payment) return undefined;
  const { orderId, status, returnedAt } = payment;
  // Money nobody asked for is no money of ours. What is not sent back yet is an alarm of its own.
  if (status === "refused") return returnedAt ? { orderId, pence: 0 } : "to_be_sent_back";
  const moved = db
    .select({ pence: sum(ledger.amountPence).mapWith(Number) })
    .from(ledger)
    .where(eq(ledger.orderId, orderId))
    .get();
  // The provider takes a refund off at once; our ledger has it when it has arrived.
  const onTheirWay = db
    .select({ pence: sum(refunds.amountPence).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, "pending"), isNotNull(refunds.providerId)))
    .get();
  return { orderId, pence: (moved?.pence ?? 0) - (onTheirWay?.pence ?? 0) };
}

/** What is left of a payment by the provider, over all its life; null where it does not answer. */
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
