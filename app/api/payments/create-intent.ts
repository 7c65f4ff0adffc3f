import type { ActionFunctionArgs } from "@remix-run/node";
import { API_FIELDS, API_NAMES } from "~/domain/people/addresses/forms";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields } from "~/web/json-fields";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { openLoopPayment, refuseAbroad, validateDelivery } from "./loop-payment.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Orders a loop for the account, to the address in the call. */
export async function action({ request }: ActionFunctionArgs) {
  const client = await requireApiClient(request);
  const { amount, metadata, shippingAddress } = readFields(bodyOf(request), {
    amount: "number",
    metadata: "object",
    shippingAddress: "object",
  });
  const sent = readFields(shippingAddress ?? {}, {
    firstName: "text",
    lastName: "text",
    ...API_FIELDS,
    country: "text",
  });
  refuseAbroad(sent.country, "country");
  const address = validateDelivery({
    firstName: sent.firstName,
    lastName: sent.lastName,
    ...Object.fromEntries(Object.entries(API_NAMES).map(([name, sentAs]) => [name, sent[sentAs]])),
  });
  return await openLoopPayment(client, { amount, metadata, address }, currentTime());
}
