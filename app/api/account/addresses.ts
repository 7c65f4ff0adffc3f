import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { addAddress, addressesOfEveryKind, MOST_ADDRESSES } from "~/domain/people/accounts/addresses.server";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { fail, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { addressData, readAddress } from "./address-fields";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET", "POST"] } };

/** The account's addresses. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  return succeed({ addresses: addressesOfEveryKind(accountId).map(addressData) });
}

/** Adds an address to the account. */
export async function action({ request }: ActionFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const { words, kind, isDefault } = readAddress(bodyOf(request));
  const added = addAddress(accountId, words, { isDefault, kind }, currentTime());
  if (added.ok) return succeed({ address: addressData(added.address) }, { status: 201 });
  const error = `Failed to save address. We can keep up to ${MOST_ADDRESSES}. Delete one first`;
  return fail(409, { error, code: added.reason });
}
