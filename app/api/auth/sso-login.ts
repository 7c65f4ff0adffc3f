import { fail } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Public, and deprecated: sign-in uses email and password. */
export function action() {
  return fail(410, {
    error: "Single sign-on login is deprecated. Please use POST /auth/login with email and password.",
    code: "deprecated",
  });
}
