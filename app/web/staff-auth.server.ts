import { redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { staffSignInForm } from "~/domain/staff/forms";
import { entriesPendingFor } from "~/domain/staff/pending-work.server";
import { isPermitted, type Permission } from "~/domain/staff/permissions";
import { tokenOwnerOf } from "~/domain/staff/staff-list.server";
import { endStaffSession, findStaffSession, type SignedInStaff } from "~/domain/staff/staff-sessions.server";
import { type StaffSignInResult, signInStaff } from "~/domain/staff/staff-sign-in.server";
import { currentTime } from "./clock.server";
import { clientAddress } from "./connection.server";
import { impersonationCookie, staffCookie, staffDeviceCookie } from "./cookies.server";
import { deviceHeader, readDeviceTokens } from "./devices.server";
import { newCsrfSecret } from "./form-token.server";
import { perRequest } from "./per-request";
import { readForm } from "./read-form";
import { type Audience, refuse } from "./refusals.server";
import { requestAgain } from "./submission.server";

/**
 * The door of the staff, apart from the customers': another strategy, another cookie, another table. A customer's
 * cookie opens nothing here, and none of these opens anything there.
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

/** Tries the e-mail, password and code of this request's form. A refusal is an answer; nothing is thrown. */
export function authenticateStaff(request: Request): Promise<StaffSignInResult> {
  return entryPoint.authenticate("staff", requestAgain(request));
}

/**
 * The cookies of a browser in which somebody of the staff has just signed in: the new key, and the mark by which
 * it will be known as theirs. The session it had before, if any, is over.
 */
export async function enterAsStaff(
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

/** Ends the session of this request. Gives the headers: the cookie cleared and a new mark for forms. */
export async function leaveAsStaff(request: Request): Promise<Headers> {
  const key = await readStaffKey(request);
  if (key) endStaffSession(key, currentTime());
  const headers = new Headers({ "Clear-Site-Data": '"cache", "storage"' });
  headers.append("Set-Cookie", await staffCookie.serialize("", { maxAge: 0 }));
  headers.append("Set-Cookie", await impersonationCookie.serialize("", { maxAge: 0 }));
  headers.append("Set-Cookie", (await newCsrfSecret()).setCookie);
  return headers;
}

/** Somebody of the staff, and how many weeks wait for them where reviewing is theirs to do. */
export type StaffAsking = SignedInStaff & { entriesPending: number | null };

/** Who of the staff is asking, read against the database once per request. */
export const staffOf = perRequest(async (request: Request): Promise<StaffAsking | undefined> => {
  const key = await readStaffKey(request);
  const now = currentTime();
  const person = key ? findStaffSession(key, now) : undefined;
  return person && { ...person, entriesPending: entriesPendingFor(person.role, now) };
});

/**
 * The guard of every door of the back office: gives whoever of the staff asks and has this right. Who is not signed in
 * is led to the door (a program gets 401), and who has not the right gets 403, as a page or, for programs, as JSON. A
 * call that carries an Authorization header is not believed for its cookie, and no token opens anything here.
 */
export async function requireStaff(
  request: Request,
  permission: Permission,
  audience: Audience = "people",
): Promise<StaffAsking> {
  const showsToken = audience === "programs" && request.headers.has("authorization");
  const person = showsToken ? undefined : await staffOf(request);
  if (!person && audience === "people") throw redirect("/hyperloop");
  if (!person) throw refuse("not_signed_in", audience);
  if (!isPermitted(person.role, permission)) throw refuse("not_allowed", audience);
  return person;
}

/** The key of the staff that this browser shows, whether or not it opens anything. */
export async function readStaffKey(request: Request): Promise<string | null> {
  const key: unknown = await staffCookie.parse(request.headers.get("cookie"));
  return typeof key === "string" ? key : null;
}
