import type { ActionFunctionArgs } from "@remix-run/node";
import { addressOwnedBy } from "~/domain/people/accounts/addresses.server";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields } from "~/web/json-fields";
import { fail } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { openLoopPayment, refuseAbroad, validateDelivery } from "./loop-payment.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Orders a loop for the account, to one of their saved addresses. */
export async function action({ request }: ActionFunctionArgs) {
  const client = await requireApiClient(request);
  const sent = readFields(bodyOf(request), { amount: "number", metadata: "object", addressId: "text" });
  const stored = addressOwnedBy(client.accountId, sent.addressId ?? "");
  if (!stored) {
    const error = "Please enter your delivery address.";
    return fail(422, { error, code: "invalid", fields: { addressId: [error] } });
  }
  refuseAbroad(stored.country, "addressId");
  const { amount, metadata } = sent;
  const address = validateDelivery(stored, "addressId");
  return await openLoopPayment(client, { amount, metadata, address }, currentTime());
}
