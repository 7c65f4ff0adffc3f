import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { payments } from "#db/schema";
import { sandbox } from "./payment-sandbox";

/** What happens at the provider and the buyer's bank, without us. */

export const DISPUTED_CARD = "4000 0000 0000 0259";
export const REFUND_FAILS_CARD = "4000 0000 0000 5126";

/** The payment of an order, as the provider calls it; null where nothing was paid. */
export function intentOf(orderId: string): string | null {
  const found = db.select({ id: payments.paymentIntentId }).from(payments).where(eq(payments.orderId, orderId)).get();
  return found?.id ?? null;
}

const authorization = () => `Bearer ${process.env.STRIPE_SECRET_KEY}`;

async function post(path: string, fields: Record<string, string>): Promise<void> {
  await fetch(`${sandbox.origin}${path}`, {
    method: "POST",
    headers: { authorization: authorization(), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields),
  });
}

/** The evidence we send to the bank; the provider's guide has a value for either outcome. */
export async function answerBank(orderId: string, words: "winning_evidence" | "losing_evidence"): Promise<void> {
  const list = await fetch(`${sandbox.origin}/v1/disputes?payment_intent=${intentOf(orderId)}`, {
    headers: { authorization: authorization() },
  });
  const { data } = (await list.json()) as { data: { id: string }[] };
  await post(`/v1/disputes/${data[0]?.id}`, { "evidence[uncategorized_text]": words, submit: "true" });
}

/** Refunds a sum in the provider's dashboard. */
export async function refundElsewhere(orderId: string, pence: number): Promise<void> {
  await post("/v1/refunds", { payment_intent: intentOf(orderId) ?? "", amount: String(pence) });
}
