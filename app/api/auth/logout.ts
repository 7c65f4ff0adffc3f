import type { ActionFunctionArgs } from "@remix-run/node";
import { endAccess } from "~/domain/people/accounts/access-tokens.server";
import { bearerToken } from "~/web/api-clients.server";
import { forgetCart } from "~/web/cart.server";
import { forgetJourney } from "~/web/journey.server";
import { succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { endSessionOf } from "~/web/sessions.server";
import { forgetSignup } from "~/web/signup.server";
import { forgetTyped } from "~/web/typed-payment.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/**
 * Public: without a session there is nothing to do. Revokes the bearer token, or ends the cookie's session and forgets
 * the browser's choices.
 */
export async function action({ request }: ActionFunctionArgs) {
  if (request.headers.has("authorization")) {
    const token = bearerToken(request);
    if (token !== null) endAccess(token);
    return succeed();
  }
  const headers = await endSessionOf(request);
  for (const cookie of await Promise.all([forgetJourney(), forgetCart(), forgetSignup(), forgetTyped()]))
    headers.append("Set-Cookie", cookie);
  return succeed({}, { headers });
}
