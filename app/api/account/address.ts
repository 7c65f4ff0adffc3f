import type { ActionFunctionArgs } from "@remix-run/node";
import { addressOwnedBy, changeAddress, deleteAddress } from "~/domain/people/accounts/addresses.server";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { fail, succeed } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { addressData, readAddress } from "./address-fields";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["PATCH", "DELETE"] } };

/**
 * One of the account's addresses. Another account's address and a missing one get the same response. Fields left out
 * keep their value.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const place = { accountId, addressId: param(params, "address") };
  const stored = addressOwnedBy(accountId, place.addressId);
  if (!stored) return fail(404);
  if (request.method === "DELETE") {
    return deleteAddress(accountId, place.addressId, currentTime()).ok ? succeed() : fail(404);
  }
  const { words, isDefault } = readAddress(bodyOf(request), stored);
  const changed = changeAddress(place, words, { isDefault }, currentTime());
  const address = addressOwnedBy(accountId, place.addressId);
  return changed.ok && address ? succeed({ address: addressData(address) }) : fail(404);
}
