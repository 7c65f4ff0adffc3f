import type { LoaderFunctionArgs } from "@remix-run/node";
import { openResetLink } from "~/domain/people/accounts/password-reset.server";
import { currentTime } from "~/web/clock.server";
import { fail, succeed } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { INVALID_LINK_MESSAGE } from "./reset-copy";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET"], secretParams: ["token"] } };

/** Public: for the holder of the link. Reading it does not use it up. */
export function loader({ params }: LoaderFunctionArgs) {
  const link = openResetLink(param(params, "token").slice(0, 100), currentTime());
  if (!link) return fail(400, { error: INVALID_LINK_MESSAGE, code: "invalid_link" });
  const headers = new Headers({ "Referrer-Policy": "no-referrer" });
  return succeed({ email: maskEmail(link.email) }, { headers });
}

/** Enough of an address for its owner to recognise it: "m***@example.org". */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email.slice(0, at)][0] ?? ""}***${email.slice(at)}`;
}
