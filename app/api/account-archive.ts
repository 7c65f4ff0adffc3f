import type { LoaderFunctionArgs } from "@remix-run/node";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { openAccountArchive } from "~/domain/privacy/exports/exports.server";
import { currentTime } from "~/web/clock.server";
import { sendDownload, TOO_MANY_COPIES } from "~/web/download.server";
import { seeOther } from "~/web/responses.server";
import { requireCustomer } from "~/web/sessions.server";

/** All personal data of the signed-in customer, as a download for themselves. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const now = currentTime();
  const archive = countAttempt("exports", accountId, now) ? openAccountArchive(accountId, now) : undefined;
  if (!archive) return await seeOther("/account-settings?tab=privacy", { flash: TOO_MANY_COPIES });
  return sendDownload({ ...archive, contentType: "application/zip" });
}
