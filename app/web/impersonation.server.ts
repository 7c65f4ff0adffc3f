import { findImpersonation, type Impersonation } from "~/domain/people/staff/impersonations.server";
import { currentTime } from "./clock.server";
import { impersonationCookie } from "./cookies.server";
import { isOpenToImpersonation } from "./impersonation-policy";
import { perRequest } from "./per-request.server";
import { type Audience, refuse } from "./refusals.server";
import { staffOf } from "./staff-auth.server";

/** A staff member's impersonation of a customer, found by their own session and the impersonation key together. */

/** The impersonation of this request, read from the database once. */
export const impersonationOf = perRequest(async (request: Request): Promise<Impersonation | undefined> => {
  const key: unknown = await impersonationCookie.parse(request.headers.get("cookie"));
  if (typeof key !== "string" || key === "") return undefined;
  const staff = await staffOf(request);
  return staff && findImpersonation(key, staff, currentTime());
});

/**
 * Part of the request guard: during an impersonation nothing in the shop can be changed, and only the listed pages are
 * open. The back office depends on the staff session alone and is not affected.
 */
export async function checkImpersonation(request: Request, audience: Audience, isChange: boolean): Promise<void> {
  const impersonation = await impersonationOf(request);
  if (!impersonation) return;
  const path = new URL(request.url).pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  if (/^\/hyperloop(?:\/|$)/.test(path)) return;
  if (isChange) throw refuse("impersonation_read_only", audience);
  if (!isOpenToImpersonation(path, impersonation)) throw refuse("impersonation_closed", audience);
}

/** The impersonation cookie; worthless without the staff session. */
export function impersonationHeader(key: string): Promise<string> {
  return impersonationCookie.serialize(key);
}

export function forgetImpersonation(): Promise<string> {
  return impersonationCookie.serialize("", { maxAge: 0 });
}
