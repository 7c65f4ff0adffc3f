import { clean } from "~/domain/kernel/text/typed-text";
import {
  API_NAMES,
  country,
  type DeliveryAddress,
  deliveryAddressForm,
  deliveryAddressIn,
} from "~/domain/people/addresses/forms";
import { DISCOUNT_MESSAGES } from "~/domain/shop/discounts/rules";
import { UK_ONLY_MESSAGE } from "~/domain/shop/order-rules/order-address";
import { startPayment } from "~/domain/shop/orders/checkout.server";
import type { Order } from "~/domain/shop/orders/orders.server";
import { priceChanged, setbackOf } from "~/domain/shop/orders/payment-copy";
import type { ApiClient } from "~/web/api-clients.server";
import { clientAddress } from "~/web/connection.server";
import { newBasketKey } from "~/web/journey.server";
import { all, readFields, validate } from "~/web/json-fields";
import { fail, failField, failTooMany, succeed } from "~/web/json-responses";
import type { JsonObject } from "~/web/json-text";

/** Orders one loop for the account and opens its payment in the card element. `amount` is compared, never charged. */
export async function openLoopPayment(
  client: ApiClient,
  sent: { amount: number | undefined; metadata: JsonObject | undefined; address: DeliveryAddress },
  now: Date,
): Promise<Response> {
  const input = readFields(sent.metadata ?? {}, {
    ...all("text", "journeyType", "theme", "type", "discountCode"),
  });
  const journeyType = input.journeyType || "purchase";
  if (journeyType !== "purchase" && journeyType !== "gift") {
    return failField("journeyType", "journeyType must be purchase or gift");
  }
  const { accountId, email, firstName, lastName, isTest } = client;
  const basket = {
    accountId,
    basketKey: newBasketKey(),
    theme: (input.theme ?? "").toLowerCase(),
    type: (input.type ?? "").toLowerCase(),
    discountCode: clean(input.discountCode ?? "", "code") || null,
    gift: journeyType === "gift" ? NOTHING_WRITTEN : undefined,
    address: sent.address,
    buyer: { email, firstName, lastName, isTest },
  };
  const start = await startPayment(
    { basket, checkoutMode: "element", shownPence: sent.amount ?? null, clientAddress: clientAddress() },
    now,
  );
  switch (start.kind) {
    case "element": {
      const { clientSecret, paymentIntentId: id, returnUrl, totalPence: amount } = start.ready;
      const paymentIntent = { id, client_secret: clientSecret, amount };
      const body = { order: describe(start.order), paymentIntent, returnUrl, data: { clientSecret } };
      return succeed(body, { status: 201 });
    }
    case "nothing_to_pay":
      return succeed({ order: describe(start.order), paymentIntent: null }, { status: 201 });
    case "already_paid":
      return fail(409, { code: start.kind });
    case "price_changed": {
      const { totalPence: amount } = start.order;
      return fail(409, { error: priceChanged(amount), code: start.kind, more: { amount } });
    }
    case "paused":
      return failTooMany(start.pause.seconds, setbackOf(start).sentence);
    case "refused": {
      const { refusal } = start;
      if (refusal === "not_for_sale") return failField("type", "We don’t sell that loop");
      return failField("discountCode", DISCOUNT_MESSAGES[refusal], refusal);
    }
    case "unavailable": {
      const { sentence: error, seconds } = setbackOf(start);
      return fail(503, { error, code: start.failure.reason, headers: { "Retry-After": String(seconds) } });
    }
    case "page":
      throw new Error("The card element was asked for, and a page was opened.");
  }
}

const NOTHING_WRITTEN = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };

function describe({ id, number, totalPence: amount }: Order) {
  return { id, number, amount, currency: "GBP" };
}

/**
 * A delivery address, validated as on the screens.
 * @param sentAs the one field that names the whole of it; otherwise each of its parts was sent.
 * @throws the response 422 with the error messages of its fields.
 */
export function validateDelivery(words: Readonly<Record<string, unknown>>, sentAs?: string): DeliveryAddress {
  const parts = Object.keys(deliveryAddressForm.shape);
  const nameOf = sentAs ? Object.fromEntries(parts.map((part) => [part, sentAs])) : API_NAMES;
  return deliveryAddressIn(validate(deliveryAddressForm, words, nameOf));
}

/** @throws the response 422 for an address outside the United Kingdom. */
export function refuseAbroad(written: string | undefined, field: string): void {
  // A text that is too long for a country is refused like one abroad.
  if (country.safeParse(written).data !== "GB") throw failField(field, UK_ONLY_MESSAGE, "not_delivered");
}
