import { z } from "zod";
import type { StatusResult } from "./contract";

/** What Prodigi's answers mean. Its words are compared without capitals, which its own examples vary. */

const Cost = z.object({ amount: z.string(), currency: z.string() });
type Cost = z.infer<typeof Cost>;

export const QuoteAnswer = z.object({
  quotes: z.array(
    z.object({
      costSummary: z.object({ items: Cost, shipping: Cost, totalCost: Cost.nullish() }),
    }),
  ),
});

const Carrier = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);

const Order = z.object({
  id: z.string().min(1),
  status: z.object({
    stage: z.string(),
    issues: z
      .array(z.object({ description: z.string().nullish(), errorCode: z.string().nullish() }))
      .default([]),
    details: z.record(z.string(), z.string()).default({}),
  }),
  charges: z.array(z.object({ totalCost: Cost.nullish() })).nullish(),
  shipments: z
    .array(
      z.object({
        status: z.string().nullish(),
        carrier: Carrier.nullish(),
        tracking: z.object({ number: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
});
type Order = z.infer<typeof Order>;

/** Of an order that it holds it tells the id alone. */
export const TakenAnswer = z.object({
  outcome: z.string().optional(),
  order: z.object({ id: z.string().min(1) }),
});

export const OrderAnswer = z.object({ outcome: z.string().optional(), order: Order });

/** "18.40" in pounds is 1840 pence; null in another currency, or for what is no sum. */
export function penceOf({ amount, currency }: Cost): number | null {
  const [, pounds, rest = ""] = /^(\d{1,7})(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  if (currency.toUpperCase() !== "GBP" || pounds === undefined) return null;
  // Its sums have two decimals; further ones are rounded up, because this is a cost.
  const pence = Number(rest.slice(0, 2).padEnd(2, "0"));
  return Number(pounds) * 100 + pence + (/[1-9]/.test(rest.slice(2)) ? 1 : 0);
}

export function asStatus(order: Order): StatusResult {
  const { status } = order;
  const shipments = order.shipments ?? [];
  const last = comingOf(shipments).at(-1);
  return {
    ok: true,
    stage: stageOf(order),
    carrier: last?.carrier ?? null,
    trackingNumber: last?.tracking?.number ?? null,
    chargedPence: chargedBy(order),
    issues: status.issues.map(({ description, errorCode }) => (description ?? errorCode ?? "").slice(0, 300)),
  };
}

function comingOf(shipments: NonNullable<Order["shipments"]>) {
  return shipments.filter(({ status }) => status?.toLowerCase() !== "cancelled");
}

function stageOf({ status, shipments }: Order): "taken" | "in_production" | "sent" | "cancelled" | "failed" {
  const stage = status.stage.toLowerCase();
  const details = Object.fromEntries(
    Object.entries(status.details).map(([name, word]) => [name.toLowerCase(), word.toLowerCase()]),
  );
  const alive = comingOf(shipments ?? []);
  const hasLeft = alive.length > 0 && alive.every(({ status: word }) => word?.toLowerCase() === "shipped");
  if (stage === "cancelled") return "cancelled";
  if (stage === "complete" || hasLeft) return "sent";
  const waitsForPayment = status.issues.some(({ errorCode }) => /requires_?payment/i.test(errorCode ?? ""));
  if (waitsForPayment || Object.values(details).includes("error")) return "failed";
  return ["inprogress", "complete"].includes(details.inproduction ?? "") ? "in_production" : "taken";
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
