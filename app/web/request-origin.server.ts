import { settings } from "~/adapters/settings.server";
import { declaredOrigin } from "./connection.server";

/** Where a form comes from, by headers that a page of another site cannot set. */

/** Whether no header says that another site caused this request. */
export function isSameOrigin(request: Request): boolean {
  const origin = declaredOrigin(request);
  const site = request.headers.get("sec-fetch-site");
  // A page with "no-referrer" hides its own origin too; Sec-Fetch-Site then says where the request came from.
  const isHidden = origin === "null" && site === "same-origin";
  if (origin !== null && origin !== settings.publicOrigin && !isHidden) return false;
  return site === null || site === "same-origin" || site === "none";
}

/** The cookies of somebody who is signed in, whether they are still valid or not. */
const SIGNED_IN = /(?:^|;\s*)(?:__Host-)?loop_(?:session|staff|impersonation)=/;

/**
 * Whether this may be a form of a page that is the same for everybody and therefore carries no CSRF token: nobody is
 * signed in, and the first of Sec-Fetch-Site, Origin and Referer that the browser sends says that one of our own pages
 * sent it. Without any of them the form needs a token.
 */
export function isFromCachedPage(request: Request): boolean {
  const { headers } = request;
  if (SIGNED_IN.test(headers.get("cookie") ?? "")) return false;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = declaredOrigin(request);
  if (origin !== null) return origin === settings.publicOrigin;
  const referrer = headers.get("referer") ?? "";
  return URL.canParse(referrer) && new URL(referrer).origin === settings.publicOrigin;
}
