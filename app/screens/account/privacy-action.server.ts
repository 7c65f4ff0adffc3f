import { endOwnSession } from "~/domain/people/accounts/own-sessions.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { notFound, seeOther } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";

/** Ends one of the customer's own sessions at once. */
export async function endBrowser(request: Request, { accountId }: SignedIn) {
  const ended = endOwnSession(accountId, String(formOf(request).get("session") ?? ""));
  if (!ended.ok) notFound();
  return await seeOther("/account-settings?tab=privacy", {
    flash: { tone: "ok", message: "Signed out." },
  });
}
