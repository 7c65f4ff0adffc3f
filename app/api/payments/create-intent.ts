import type { ActionFunctionArgs } from "@remix-run/node";
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
  const { address1, address2, state, postalCode, country, ...names } = readFields(shippingAddress ?? {}, {
    firstName: "text",
    lastName: "text",
    address1: "text",
    address2: "text",
    city: "text",
    state: "text",
    postalCode: "text",
    country: "text",
  });
  refuseAbroad(country, "country");
  const address = validateDelivery({
    ...names,
    line1: address1,
    line2: address2,
    county: state,
    postcode: postalCode,
  });
  return await openLoopPayment(client, { amount, metadata, address }, currentTime());
}
