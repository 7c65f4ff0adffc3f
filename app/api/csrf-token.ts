import type { LoaderFunctionArgs } from "@remix-run/node";
import { formTokenFor } from "~/web/form-token.server";
import { succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET"] } };

/** Public: the token of this browser, which clients with a cookie send in the header X-CSRF-Token. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { token, setCookie } = await formTokenFor(request);
  return succeed({ csrfToken: token }, { headers: new Headers(setCookie ? { "Set-Cookie": setCookie } : {}) });
}
