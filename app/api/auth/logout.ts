import type { ActionFunctionArgs } from "@remix-run/node";
import { endAccess } from "~/domain/accounts/access-tokens.server";
import { bearerToken } from "~/web/callers.server";
import type { GateHandle } from "~/web/gate-rules";
import { forgetJourney } from "~/web/journey.server";
import { succeed } from "~/web/json-answers";
import { endSessionOf } from "~/web/sessions.server";

export const handle: { gate: GateHandle } = { gate: { json: ["POST"] } };

/** Public: who is not signed in is signed out already. Ends the token, or else the session of the cookie. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.headers.has("authorization")) {
    const token = bearerToken(request);
    if (token !== null) endAccess(token);
    return succeed();
  }
  const headers = await endSessionOf(request);
  headers.append("Set-Cookie", await forgetJourney());
  return succeed({}, { headers });
}
