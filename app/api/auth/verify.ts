import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireApiClient } from "~/web/api-clients.server";
import { succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { userData } from "../account/user-data.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET"] } };

/** Whether the token or session is still valid. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  return succeed({ valid: true, user: userData(accountId) });
}
