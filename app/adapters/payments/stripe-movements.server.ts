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
  const query: Page = { created, limit: PAGE, expand: ["data.source"] };
  const entries: Stripe.BalanceTransaction[] = [];
  for (let last: string | undefined; ; last = entries.at(-1)?.id) {
    const page = await read(last === undefined ? query : { ...query, starting_after: last });
    entries.push(...page.data);
    if (!page.has_more || page.data.length === 0) return entries.flatMap(asMovement);
  }
}

function kindOf(type: string): Movement["kind"] {
  if (type === "charge" || type === "payment") return "payment";
  if (type === "adjustment") return "dispute";
  return OF_BUYERS.includes(type) ? "refund" : "other";
}

function asMovement({ source, type, amount, fee, created, id }: Stripe.BalanceTransaction): Movement[] {
  const named = typeof source === "object" ? source : null;
  const isOfBuyers = OF_BUYERS.includes(type) || (type === "adjustment" && named?.object === "dispute");
  if (!isOfBuyers) return [];
  const intent = named && "payment_intent" in named ? named.payment_intent : null;
  const paymentIntentId = typeof intent === "object" ? (intent?.id ?? null) : (intent ?? null);
  const at = new Date(created * 1000);
  return [
    {
      id,
      kind: kindOf(type),
      feePence: fee,
      source: named?.id ?? (typeof source === "string" ? source : id),
      amountPence: amount,
      paymentIntentId,
      at,
    },
  ];
}

const secondOf = (moment: Date) => Math.floor(moment.getTime() / 1000);
