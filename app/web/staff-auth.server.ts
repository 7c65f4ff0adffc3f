import { redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { countWaiting } from "~/domain/backoffice/inbox/waiting-rows.server";
import { type HeldInTray, trayOf } from "~/domain/backoffice/undo/tray.server";
import { staffSignInForm } from "~/domain/people/staff/forms";
import { entriesPendingFor } from "~/domain/people/staff/pending-work.server";
import { isPermitted, type Permission } from "~/domain/people/staff/permissions";
import { tokenOwnerOf } from "~/domain/people/staff/staff-list.server";
import { endStaffSession, findStaffSession, type SignedInStaff } from "~/domain/people/staff/staff-sessions.server";
import { type StaffSignInResult, signInStaff } from "~/domain/people/staff/staff-sign-in.server";
import { currentTime } from "./clock.server";
import { clientAddress } from "./connection.server";
import { impersonationCookie, staffCookie, staffDeviceCookie } from "./cookies.server";
import { deviceHeader, readDeviceTokens } from "./devices.server";
import { resultOrNull } from "./error-log.server";
import { newCsrfSecret } from "./form-token.server";
import { perRequest } from "./per-request.server";
import { readForm } from "./read-form";
import { type Audience, refuse } from "./refusals.server";
import { requestAgain } from "./submission.server";

/**
 * Staff sign-in, separate from the customers': another strategy, another cookie, another table. Neither cookie is valid
 * on the other side.
 */

const entryPoint = new Authenticator<StaffSignInResult>().use(
  new FormStrategy(async ({ form, request }) => {
    const submission = readForm(form, staffSignInForm);
    if (submission.status !== "success") return { ok: false, reason: "wrong" };
    const deviceTokens = await readDeviceTokens(request, staffDeviceCookie);
    const visit = { clientAddress: clientAddress(), deviceTokens };
    return await signInStaff({ ...submission.value, ...visit }, currentTime());
  }),
  "staff",
);

/** Checks the email, password and code of this request's form. A refusal is a value; nothing is thrown. */
export function authenticateStaff(request: Request): Promise<StaffSignInResult> {
  return entryPoint.authenticate("staff", requestAgain(request));
}

/**
 * The cookies of a staff session that has just begun: its key, and the device token by which this browser is
 * recognised. Ends the session the browser had before.
 */
export async function startStaffSession(
  request: Request,
  entered: { sessionKey: string; staffId: string },
): Promise<string[]> {
  const now = currentTime();
  const before = await readStaffKey(request);
  if (before) endStaffSession(before, now);
  const cookies = [await staffCookie.serialize(entered.sessionKey)];
  const owner = tokenOwnerOf(entered.staffId);
  if (owner) cookies.push(await deviceHeader(request, staffDeviceCookie, owner));
  return cookies;
}

/** Ends the session of this request. Returns the headers: the cookie cleared and a new CSRF secret. */
export async function endStaffSessionOf(request: Request): Promise<Headers> {
  const key = await readStaffKey(request);
  if (key) endStaffSession(key, currentTime());
  const headers = new Headers({ "Clear-Site-Data": '"cache", "storage"' });
  headers.append("Set-Cookie", await staffCookie.serialize("", { maxAge: 0 }));
  headers.append("Set-Cookie", await impersonationCookie.serialize("", { maxAge: 0 }));
  headers.append("Set-Cookie", (await newCsrfSecret()).setCookie);
  return headers;
}

/**
 * A staff member, how many things wait in their inbox, and weeks for their review where they have that permission. A
 * count that can’t be read is null and stops no page.
 */
export type StaffUser = SignedInStaff & {
  entriesPending: number | null;
  inboxWaiting: number | null;
  /** What they have done and can still take back; null where it couldn't be read. */
  held: HeldInTray[] | null;
};

/** The signed-in staff member, read from the database once per request. */
export const staffOf = perRequest(async (request: Request): Promise<StaffUser | undefined> => {
  const key = await readStaffKey(request);
  const now = currentTime();
  const person = key ? findStaffSession(key, now) : undefined;
  if (!person) return undefined;
  return {
    ...person,
    entriesPending: await resultOrNull(request, () => entriesPendingFor(person.role, now)),
    inboxWaiting: await resultOrNull(request, () => countWaiting(person, now)),
    held: await resultOrNull(request, () => trayOf(person.staffId, now)),
  };
});

/**
 * Guards every address of the back office: returns the staff member who has this permission. A visitor who is not
 * signed in is sent to sign in (an API client gets 401). A staff member without the permission gets 403, as a page or,
 * for API clients, as JSON. The cookie is ignored beside an Authorization header, and no token is valid here.
 */
export async function requireStaff(
  request: Request,
  permission: Permission,
  audience: Audience = "people",
): Promise<StaffUser> {
  const showsToken = audience === "programs" && request.headers.has("authorization");
  const person = showsToken ? undefined : await staffOf(request);
  if (!person && audience === "people") throw redirect("/hyperloop");
  if (!person) throw refuse("not_signed_in", audience);
  if (!isPermitted(person.role, permission)) throw refuse("not_allowed", audience);
  return person;
}

/** The staff session key of this browser, valid or not. */
export async function readStaffKey(request: Request): Promise<string | null> {
  const key: unknown = await staffCookie.parse(request.headers.get("cookie"));
  return typeof key === "string" ? key : null;
}
