import { findImpersonation, type Look } from "~/domain/staff/impersonations.server";
import { readClock } from "./clock.server";
import { lookCookie } from "./cookies.server";
import { isOpenToLook } from "./impersonation-policy";
import { type Audience, refuse } from "./refusals.server";
import { staffOf } from "./staff-auth.server";

/** Somebody of the staff who looks as a customer: found from their own sign-in and the key of the look together. */

const known = new WeakMap<Request, Promise<Look | undefined>>();

/** The look of this request, read against the database once. */
export function lookOf(request: Request): Promise<Look | undefined> {
  const found = known.get(request) ?? lookUp(request);
  known.set(request, found);
  return found;
}

async function lookUp(request: Request): Promise<Look | undefined> {
  const key: unknown = await lookCookie.parse(request.headers.get("cookie"));
  if (typeof key !== "string" || key === "") return undefined;
  const staff = await staffOf(request);
  return staff && findImpersonation(key, staff, readClock());
}

/**
 * Part of the gate: while somebody looks as a customer nothing of the shop can be changed, and what is not on the
 * list of pages for them stays shut. The back office is theirs by their own sign-in and is not touched.
 */
export async function checkLook(request: Request, audience: Audience, isChange: boolean): Promise<void> {
  const look = await lookOf(request);
  if (!look) return;
  const path = new URL(request.url).pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  if (/^\/hyperloop(?:\/|$)/.test(path)) return;
  if (isChange) throw refuse("look_changes_nothing", audience);
  if (!isOpenToLook(path, look)) throw refuse("look_stays_out", audience);
}

/** The cookie that carries a look; it needs the sign-in beside it. */
export function lookHeader(key: string): Promise<string> {
  return lookCookie.serialize(key);
}

export function forgetLook(): Promise<string> {
  return lookCookie.serialize("", { maxAge: 0 });
}
