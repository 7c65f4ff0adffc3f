import { findImpersonation, type Impersonation } from "~/domain/staff/impersonations.server";
import { currentTime } from "./clock.server";
import { impersonationCookie } from "./cookies.server";
import { isOpenToImpersonation } from "./impersonation-policy";
import { perRequest } from "./per-request";
import { type Audience, refuse } from "./refusals.server";
import { staffOf } from "./staff-auth.server";

/** Somebody of the staff who looks as a customer: found from their own sign-in and the key of the look together. */

/** The impersonation of this request, read against the database once. */
export const impersonationOf = perRequest(async (request: Request): Promise<Impersonation | undefined> => {
  const key: unknown = await impersonationCookie.parse(request.headers.get("cookie"));
  if (typeof key !== "string" || key === "") return undefined;
  const staff = await staffOf(request);
  return staff && findImpersonation(key, staff, currentTime());
});

/**
 * Part of the gate: while somebody looks as a customer nothing of the shop can be changed, and what is not on the
 * list of pages for them stays shut. The back office is theirs by their own sign-in and is not touched.
 */
export async function checkImpersonation(
  request: Request,
  audience: Audience,
  isChange: boolean,
): Promise<void> {
  const impersonation = await impersonationOf(request);
  if (!impersonation) return;
  const path = new URL(request.url).pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  if (/^\/hyperloop(?:\/|$)/.test(path)) return;
  if (isChange) throw refuse("look_changes_nothing", audience);
  if (!isOpenToImpersonation(path, impersonation)) throw refuse("look_stays_out", audience);
}

/** The cookie that carries a look; it needs the sign-in beside it. */
export function impersonationHeader(key: string): Promise<string> {
  return impersonationCookie.serialize(key);
}

export function forgetImpersonation(): Promise<string> {
  return impersonationCookie.serialize("", { maxAge: 0 });
}
