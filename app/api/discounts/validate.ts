import type { ActionFunctionArgs } from "@remix-run/node";
import { quoteDiscount } from "~/domain/shop/discounts/discounts.server";
import { DISCOUNT_MESSAGES } from "~/domain/shop/discounts/rules";
import { discountForm } from "~/domain/shop/orders/forms";
import { apiClientOf } from "~/web/api-clients.server";
import { countCode, uncountCode } from "~/web/attempts.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { fail, failTooMany, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { valueData } from "./discount-data.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Above any possible basket; a larger sum is a mistake in the unit. */
const MOST_PENCE = 10_000_000;

/** Public: what a code would take off a sum in pence for this client. Guesses are counted. */
export async function action({ request }: ActionFunctionArgs) {
  const now = currentTime();
  const client = await apiClientOf(request);
  const sent = readFields(bodyOf(request), { code: "text", orderValue: "number", currency: "text" });
  const { code } = validate(discountForm, { code: sent.code });
  const subtotalPence = sent.orderValue ?? 0;
  if (!Number.isSafeInteger(subtotalPence) || subtotalPence < 0 || subtotalPence > MOST_PENCE) {
    return failField("orderValue", "orderValue must be a whole number of pence");
  }
  if ((sent.currency || "GBP").toUpperCase() !== "GBP") return failField("currency", "We sell in GBP only");
  const counted = client?.accountId ?? null;
  const wait = countCode(counted, now);
  if (wait > 0) return failTooMany(wait);
  const quoted = quoteDiscount({ code, subtotalPence, accountId: client?.accountId ?? "" }, now);
  if (quoted.ok || quoted.reason !== "unknown") uncountCode(counted, now);
  if (!quoted.ok) return fail(422, { error: DISCOUNT_MESSAGES[quoted.reason], code: quoted.reason });
  const { discount, discountPence } = quoted;
  return succeed({
    code: discount?.code ?? code,
    type: discount?.type,
    ...(discount && valueData(discount)),
    discountAmount: discountPence,
    discountAmountInPounds: discountPence / 100,
    currency: "GBP",
  });
}

function failField(name: string, error: string): Response {
  return fail(422, { error, code: "invalid", fields: { [name]: [error] } });
}
