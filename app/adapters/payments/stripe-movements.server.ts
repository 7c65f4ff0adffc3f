import type Stripe from "stripe";
import type { Movement } from "./contract";

/** The provider's balance transactions, read as movements of money. */

/** The provider's largest page size. */
const PAGE = 100;

/** Kinds of transactions that are buyers' money; an adjustment counts only if it belongs to a dispute. */
const OF_BUYERS = [
  "charge",
  "payment",
  "payment_failure_refund",
  "payment_refund",
  "payment_reversal",
  "refund",
  "refund_failure",
];

type Page = Stripe.BalanceTransactionListParams;

/** Reads every page of the balance between two instants with `read`. Throws what `read` throws. */
export async function readMovements(
  read: (page: Page) => Promise<{ data: Stripe.BalanceTransaction[]; has_more: boolean }>,
  between: { since: Date; until: Date },
): Promise<Movement[]> {
  const created = { gte: secondOf(between.since), lte: secondOf(between.until) };
  return (await readPages(read, { created, expand: ["data.source"] })).flatMap(asMovement);
}

/** Reads every page of a list with `read`, newest first. Throws what `read` throws. */
export async function readPages<Query extends object, Entry extends { id: string }>(
  read: (page: Query & Stripe.PaginationParams) => Promise<{ data: Entry[]; has_more: boolean }>,
  query: Query,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let last: string | undefined; ; last = entries.at(-1)?.id) {
    const after = last === undefined ? {} : { starting_after: last };
    const page = await read({ ...query, limit: PAGE, ...after });
    entries.push(...page.data);
    if (!page.has_more || page.data.length === 0) return entries;
  }
}

function kindOf(type: string): Movement["kind"] {
  if (type === "charge" || type === "payment") return "payment";
  if (type === "adjustment") return "dispute";
  return OF_BUYERS.includes(type) ? "refund" : "other";
}

function asMovement(transaction: Stripe.BalanceTransaction): Movement[] {
  const { type, amount, fee, created, id } = transaction;
  const source = sourceOf(transaction);
  const isOfBuyers = OF_BUYERS.includes(type) || (type === "adjustment" && source.isDispute);
  if (!isOfBuyers) return [];
  return [
    {
      id,
      kind: kindOf(type),
      feePence: fee,
      source: source.id,
      amountPence: amount,
      paymentIntentId: source.paymentIntentId,
      at: new Date(created * 1000),
    },
  ];
}

/** What caused a movement: its id, the payment it belongs to, and whether it is a dispute. */
export function sourceOf({ source, id }: Stripe.BalanceTransaction) {
  const named = typeof source === "object" ? source : null;
  const intent = named && "payment_intent" in named ? named.payment_intent : null;
  return {
    id: named?.id ?? (typeof source === "string" ? source : id),
    paymentIntentId: typeof intent === "object" ? (intent?.id ?? null) : (intent ?? null),
    isDispute: named?.object === "dispute",
  };
}

export const secondOf = (moment: Date) => Math.floor(moment.getTime() / 1000);
