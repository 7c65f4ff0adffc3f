import { findSession } from "~/domain/accounts/sessions.server";
import { findStaffSession } from "~/domain/staff/staff-sessions.server";
import { currentTime } from "./clock.server";
import { FORM_TOKEN_FIELD, FORM_TOKEN_HEADER, tokenCheckFor } from "./form-token.server";
import type { RequestGuardHandle } from "./request-guard-rules";
import { readSessionKey } from "./sessions.server";
import { readStaffKey } from "./staff-auth.server";
import type { MayKeepFiles } from "./submission.server";

/**
 * Which files of this form may be kept: those of somebody who is signed in, after the token of the form, which our forms
 * have as their first field. No other byte of a file reaches the disk; the words beside it are read all the same.
 */
export async function fileKeeperFor(request: Request, rules: RequestGuardHandle): Promise<MayKeepFiles> {
  if (!rules.form || !(await hasSession(request, rules))) return () => false;
  const isToken = await tokenCheckFor(request);
  const inHeader = isToken(request.headers.get(FORM_TOKEN_HEADER));
  return (form) => inHeader || isToken(form.get(FORM_TOKEN_FIELD));
}

/** Whether the session that this form needs is there at this moment. */
export async function hasSession(request: Request, { form }: RequestGuardHandle): Promise<boolean> {
  if (form === "sheet") {
    const staffKey = await readStaffKey(request);
    return staffKey !== null && findStaffSession(staffKey, currentTime()) !== undefined;
  }
  const key = await readSessionKey(request);
  return key !== null && findSession(key, currentTime()) !== undefined;
}
