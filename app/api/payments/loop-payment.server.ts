import { DISCOUNT_SENTENCES, type DiscountRefusal } from "~/domain/discounts/rules";
import { LIMITS } from "~/domain/limits/limits";
import { countAttempt } from "~/domain/limits/limits.server";
import { openPaymentOn } from "~/domain/orders/element.server";
import { type DeliveryAddress, deliveryAddressForm } from "~/domain/orders/forms";
import { fulfilOrder } from "~/domain/orders/fulfilment.server";
import { placeLoopOrder } from "~/domain/orders/orders.server";
import { priceChanged, sentenceOf } from "~/domain/orders/payment-copy";
import type { Caller } from "~/web/callers.server";
import { clientAddress } from "~/web/connection.server";
import { newBasketKey } from "~/web/journey.server";
import { fail, failTooMany, succeed } from "~/web/json-answers";
import { judge, readFields } from "~/web/json-fields";
import type { JsonObject } from "~/web/json-text";

/**
 * Places the order of one loop for whoever calls and opens its payment in the card element. The sum that was sent
 * is compared and never used; an order that is not paid lapses like any other.
 */
export async function openLoopPayment(
  caller: Caller,
  sent: { amount: number | undefined; metadata: JsonObject | undefined; address: DeliveryAddress },
  now: Date,
): Promise<Response> {
  const input = readFields(sent.metadata ?? {}, {
    journeyType: "text",
    theme: "text",
    type: "text",
    discountCode: "text",
  });
  const journeyType = input.journeyType ?? "purchase";
  if (journeyType !== "purchase" && journeyType !== "gift") {
    return failField("metadata", "journeyType must be purchase or gift");
  }
  for (const [limit, subject] of [
    ["payments_account", caller.accountId],
    ["payments_address", clientAddress()],
  ] as const) {
    if (!countAttempt(limit, subject, now)) return failTooMany(LIMITS[limit].seconds);
  }
  const { accountId, email, firstName, lastName, isTest } = caller;
  const placed = placeLoopOrder(
    {
      accountId,
      basketKey: newBasketKey(),
      theme: (input.theme ?? "").toLowerCase(),
      type: (input.type ?? "").toLowerCase(),
      discountCode: input.discountCode?.trim() || null,
      gift:
        journeyType === "gift"
          ? { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" }
          : undefined,
      address: sent.address,
      buyer: { email, firstName, lastName, isTest },
    },
    now,
  );
  if (!placed.ok) {
    if (placed.reason === "discount") return failDiscount(placed.refusal);
    if (placed.reason === "unknown_type") return failField("metadata", "There is no such loop to buy");
    return fail(409, { code: placed.reason });
  }
  const { order } = placed;
  if (sent.amount !== undefined && sent.amount !== order.totalPence) {
    const total = `£${(order.totalPence / 100).toFixed(2)}`;
    return fail(409, {
      error: priceChanged(total),
      code: "price_changed",
      more: { amount: order.totalPence },
    });
  }
  const opened = await openPaymentOn("element", order, now);
  const view = { id: order.id, number: order.number, amount: order.totalPence, currency: "GBP" };
  if (!opened.ok && opened.reason === "nothing_to_pay") {
    await fulfilOrder(order.id, now);
    return succeed({ order: view, paymentIntent: null }, { status: 201 });
  }
  if (!opened.ok && opened.reason === "discount_used_up") return failDiscount("used_up");
  if (!opened.ok) {
    return fail(503, { error: sentenceOf(opened), code: opened.reason, headers: { "Retry-After": "60" } });
  }
  if (!("ready" in opened)) throw new Error("The card element was asked for, and a page was opened.");
  const { clientSecret, paymentIntentId, returnUrl } = opened.ready;
  return succeed(
    {
      order: view,
      paymentIntent: { id: paymentIntentId, client_secret: clientSecret, amount: order.totalPence },
      returnUrl,
      data: { clientSecret },
    },
    { status: 201 },
  );
}

/** A delivery address as the screens judge it, with the sentences of its fields. */
export function judgeDelivery(words: Readonly<Record<string, unknown>>): DeliveryAddress {
  return judge(deliveryAddressForm, words, { line1: "address1", line2: "address2", county: "state" });
}

function failDiscount(refusal: DiscountRefusal): Response {
  const error = DISCOUNT_SENTENCES[refusal];
  return fail(422, { error, code: refusal, fields: { discountCode: [error] } });
}

function failField(name: string, error: string): Response {
  return fail(422, { error, code: "invalid", fields: { [name]: [error] } });
}
