import type { ActionFunctionArgs } from "@remix-run/node";
import { endAccess } from "~/domain/accounts/access-tokens.server";
import { bearerToken } from "~/web/callers.server";
import { forgetCart } from "~/web/cart.server";
import { forgetJourney } from "~/web/journey.server";
import { succeed } from "~/web/json-answers";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { endSessionOf } from "~/web/sessions.server";
import { forgetSignup } from "~/web/signup.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Public: who is not signed in is signed out already. Ends the token, or else the session of the cookie, with what the browser had chosen. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.headers.has("authorization")) {
    const token = bearerToken(request);
    if (token !== null) endAccess(token);
    return succeed();
  }
  const headers = await endSessionOf(request);
  for (const cookie of await Promise.all([forgetJourney(), forgetCart(), forgetSignup()]))
    headers.append("Set-Cookie", cookie);
  return succeed({}, { headers });
}
