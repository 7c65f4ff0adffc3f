import { redirect } from "@remix-run/node";
import { countWaiting } from "~/domain/backoffice/inbox/waiting-rows.server";
import { type HeldInTray, trayOf } from "~/domain/backoffice/undo/undo.server";
import { staffSignInForm } from "~/domain/people/staff/forms";
import { entriesPendingFor } from "~/domain/people/staff/pending-work.server";
import { isPermitted, type Permission } from "~/domain/people/staff/permissions";
import { tokenOwnerOf } from "~/domain/people/staff/staff-list.server";
import { endStaffSession, findStaffSession, type SignedInStaff } from "~/domain/people/staff/staff-sessions.server";
import { signInStaff } from "~/domain/people/staff/staff-sign-in.server";
import { currentTime } from "./clock.server";
import { impersonationCookie, staffCookie, staffDeviceCookie } from "./cookies.server";
import { resultOrNull } from "./error-log.server";
import { perRequest } from "./per-request.server";
import { type Audience, refuse } from "./refusals.server";
import { signInBy } from "./session-cookies.server";

/**
 * Staff sign-in, separate from the customers': another strategy, another cookie, another table. Neither cookie is valid
 * on the other side.
 */

const STAFF = signInBy({
  name: "staff",
  schema: staffSignInForm,
  signIn: signInStaff,
  end: endStaffSession,
  cookies: [staffCookie, impersonationCookie],
  deviceCookie: staffDeviceCookie,
  // Not what the pages of a customer keep in the same browser, such as a week that is not sent yet.
  erases: '"cache"',
});

export const { authenticate: authenticateStaff, readKey: readStaffKey, endOf: endStaffSessionOf } = STAFF;

/** The cookies of a staff session that has just begun: its key, and the device token by which this browser is recognised. */
export async function startStaffSession(
  request: Request,
  entered: { sessionKey: string; staffId: string },
): Promise<string[]> {
  const cookie = await STAFF.begin(request, entered.sessionKey);
  return [cookie, ...(await STAFF.remember(request, tokenOwnerOf(entered.staffId)))];
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
    entriesPending: await resultOrNull(request, () => entriesPendingFor(person.role)),
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
