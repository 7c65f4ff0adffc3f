import { z } from "zod";
import type { PrintStage, StatusResult } from "./contract";

/**
 * What Prodigi's responses mean. Its values are compared without case, which its own examples vary. Source of every
 * value: prodigi.com/print-api/docs/reference, "Status" for stages, details and error codes, "Order object" for
 * shipments and charges, "Outcomes" and "Order actions" for outcomes, "Callbacks" for what it sends unasked.
 */

const Cost = z.object({ amount: z.string(), currency: z.string() });
type Cost = z.infer<typeof Cost>;

export const QuoteResponse = z.object({
  quotes: z.array(
    z.object({
      costSummary: z.object({ items: Cost, shipping: Cost, totalCost: Cost.nullish() }),
    }),
  ),
});

const Carrier = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);

const Shipment = z.object({
  status: z.string().nullish(),
  /** The response to cancelling an order puts it here, where others use the status. */
  cancelled: z.boolean().nullish(),
  carrier: Carrier.nullish(),
  tracking: z.object({ number: z.string().nullish() }).nullish(),
});
type Shipment = z.infer<typeof Shipment>;

const Order = z.object({
  id: z.string().min(1),
  /** An order that it holds has none until it is let go. */
  status: z
    .object({
      stage: z.string(),
      issues: z.array(z.object({ description: z.string().nullish(), errorCode: z.string().nullish() })).nullish(),
      details: z.record(z.string(), z.string()).nullish(),
    })
    .nullish(),
  charges: z.array(z.object({ totalCost: Cost.nullish() })).nullish(),
  shipments: z.array(Shipment).nullish(),
});
type Order = z.infer<typeof Order>;

/** Of an order on hold it sends the id alone. */
export const TakenResponse = z.object({
  outcome: z.string().optional(),
  order: z.object({ id: z.string().min(1) }),
});

export const OrderResponse = z.object({ order: Order });

/** What came of an order that was asked to be changed; not every response shows all of it. */
export const ChangedResponse = z.object({
  outcome: z.string().default(""),
  order: z.object({ status: z.object({ stage: z.string() }).nullish() }).nullish(),
});

/** Which order a callback is about: its example has the order in `data.order`, its description in `data` itself. */
export const CallbackResponse = z.object({
  data: z.union([
    z.object({ order: z.object({ id: z.string().min(1) }) }).transform(({ order }) => order),
    z.object({ id: z.string().min(1) }),
  ]),
});

/** "18.40" in pounds is 1840 pence; null in another currency, or for what is no sum. */
export function penceOf({ amount, currency }: Cost): number | null {
  const [, pounds, rest = ""] = /^(\d{1,7})(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  if (currency.toUpperCase() !== "GBP" || pounds === undefined) return null;
  // Its sums have two decimals; further ones are rounded up, because this is a cost.
  const pence = Number(rest.slice(0, 2).padEnd(2, "0"));
  return Number(pounds) * 100 + pence + (/[1-9]/.test(rest.slice(2)) ? 1 : 0);
}

export function asStatus(order: Order): StatusResult {
  const last = comingOf(order).at(-1);
  return {
    ok: true,
    stage: stageOf(order),
    carrier: last?.carrier ?? null,
    trackingNumber: last?.tracking?.number ?? null,
    chargedPence: chargedBy(order),
    issues: wordsOf(order),
  };
}

/** The address of a file, of ours or in the bucket, which opens it for anybody. */
const FILE_ADDRESS = /\S*:\/\/\S*(?:\/print-files\/|[?&]X-Amz-)\S*/gi;

function wordsOf(order: Order): string[] {
  const words = issuesOf(order).map(({ description, errorCode }) =>
    (description || errorCode || "").replace(FILE_ADDRESS, "…").slice(0, 300),
  );
  return words.length === 0 && isUnpaid(order) ? [order.status?.stage ?? ""] : words;
}

/** A stage by which its orders can be filtered, which may come without an issue beside it. */
const isUnpaid = ({ status }: Order) => status?.stage.toLowerCase() === "awaitingpayment";

const issuesOf = ({ status }: Order) => status?.issues ?? [];
const comingOf = ({ shipments }: Order): Shipment[] =>
  (shipments ?? []).filter(({ status, cancelled }) => !cancelled && status?.toLowerCase() !== "cancelled");

/**
 * The errors that need a person, by their codes, with or without "order." before them. The printer retries the other
 * documented one, an asset that is "NotDownloaded", ten times.
 */
const WAITS_FOR_US =
  /^(?:requirespaymentauthorisation|(?:order\.)?items\.(?:assets\.failedtodownload(?:ed)?|itemunavailable))$/i;

function stageOf(order: Order): PrintStage {
  const { status } = order;
  const stage = status?.stage.toLowerCase();
  if (stage === "cancelled") return "cancelled";
  // Before the last shipment is on its way it reports each alone.
  const alive = comingOf(order);
  const hasLeft = alive.length > 0 && alive.every(({ status: word }) => word?.toLowerCase() === "shipped");
  if (stage === "complete" || hasLeft) return "sent";
  const details = new Map(
    // One of its own examples has a space after a name.
    Object.entries(status?.details ?? {}).map(([name, word]) => [name.trim().toLowerCase(), word.toLowerCase()]),
  );
  const isStopped = isUnpaid(order) || issuesOf(order).some(({ errorCode }) => WAITS_FOR_US.test(errorCode ?? ""));
  if (isStopped || [...details.values()].includes("error")) return "failed";
  // The process of an order says "Completed" where the object says "Complete".
  return /^(?:inprogress|completed?)$/.test(details.get("inproduction") ?? "") ? "in_production" : "taken";
}

/** The sum of its charges, less what it has taken off; null where it has charged nothing yet, or in another currency. */
function chargedBy({ charges }: Order): number | null {
  const sums = (charges ?? []).map(({ totalCost }) => (totalCost ? signedPenceOf(totalCost) : null));
  if (sums.length === 0 || sums.includes(null)) return null;
  const total = sums.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return total < 0 ? null : total;
}

function signedPenceOf({ amount, currency }: Cost): number | null {
  if (!amount.startsWith("-")) return penceOf({ amount, currency });
  const pence = penceOf({ amount: amount.slice(1), currency });
  return pence === null ? null : -pence;
}
