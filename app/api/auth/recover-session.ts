import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireApiClient } from "~/web/api-clients.server";
import { succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { userData } from "../account/user-data.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET"] } };

/** The signed-in account, for an API client that has lost its data. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  return succeed({ user: userData(accountId) });
}
