import { findWriter } from "~/domain/people/accounts/sessions.server";
import { findStaffSession } from "~/domain/people/staff/staff-sessions.server";
import { currentTime } from "./clock.server";
import { clientAddress } from "./connection.server";
import { readSessionKey } from "./customer-auth.server";
import { FORM_TOKEN_FIELD, FORM_TOKEN_HEADER, tokenCheckFor } from "./form-token.server";
import type { RequestGuardHandle } from "./request-guard-rules";
import { readStaffKey } from "./staff-auth.server";
import { type FileStorer, STORE_EVERY_FILE } from "./submission.server";
import { admitUpload } from "./upload-capacity.server";

/**
 * Which files of this form may be stored: those of somebody who is signed in, after the token of the form, which our
 * forms have as their first field. No other byte of a file reaches the disk; the text beside it is read all the same.
 */
export async function fileStorerFor(request: Request, rules: RequestGuardHandle): Promise<FileStorer> {
  const account = rules.form && (await sessionAccount(request, rules));
  if (!account) return { ...STORE_EVERY_FILE, mayStore: () => false };
  const isToken = await tokenCheckFor(request);
  const inHeader = isToken(request.headers.get(FORM_TOKEN_HEADER));
  const sender = { account, address: clientAddress() };
  return {
    mayStore: (form) => inHeader || isToken(form.get(FORM_TOKEN_FIELD)),
    admit: (bytes) => admitUpload(sender, bytes),
  };
}

/** Whether the session that this form needs is there at this moment. */
export async function hasSession(request: Request, rules: RequestGuardHandle): Promise<boolean> {
  return (await sessionAccount(request, rules)) !== undefined;
}

async function sessionAccount(request: Request, { form }: RequestGuardHandle): Promise<string | undefined> {
  if (form === "sheet") {
    const staffKey = await readStaffKey(request);
    return staffKey === null ? undefined : findStaffSession(staffKey, currentTime())?.staffId;
  }
  const key = await readSessionKey(request);
  return key === null ? undefined : findWriter(key, currentTime())?.accountId;
}
