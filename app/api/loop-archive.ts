import type { LoaderFunctionArgs } from "@remix-run/node";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { openLoopArchive } from "~/domain/privacy/exports/exports.server";
import { currentTime } from "~/web/clock.server";
import { sendDownload, TOO_MANY_COPIES } from "~/web/download.server";
import { param } from "~/web/params";
import { seeOther } from "~/web/responses.server";
import { requireCustomer } from "~/web/sessions.server";

/** All data of one loop, for its owner alone. Every other customer gets the response for a loop that does not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const now = currentTime();
  if (!countAttempt("exports", accountId, now)) {
    return await seeOther("/account-settings?tab=books", { flash: TOO_MANY_COPIES });
  }
  const archive = openLoopArchive(accountId, param(params, "loop"), now);
  if (!archive) {
    const error = "Resource not found. The requested item may have been moved or deleted.";
    return Response.json({ error }, { status: 404, headers: { "Cache-Control": "no-store" } });
  }
  return sendDownload({ ...archive, contentType: "application/zip" });
}
