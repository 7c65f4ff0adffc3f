import { redirect } from "@remix-run/node";
import { logLine } from "~/adapters/log/log.server";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import type { DocumentResult } from "~/domain/operations/documents/documents";
import { currentTime } from "~/web/clock.server";
import { leaveFlash } from "~/web/flash.server";
import { fail, failTooMany } from "~/web/json-responses";

/** A document as a PDF download; when it cannot be made, people are sent back with a message. */
export async function respondWithDocument(
  request: Request,
  { accountId }: { readonly accountId: string },
  wanted: {
    fileName: string;
    sorry: string;
    back?: string;
    print: () => Promise<DocumentResult | undefined>;
  },
): Promise<Response> {
  if (!countAttempt("documents_account", accountId, currentTime())) {
    return failTooMany(LIMITS.documents_account.seconds);
  }
  const printed = await wanted.print();
  if (!printed) return fail(404);
  if (!printed.ok) {
    logLine("error", "document_not_printed", { reason: printed.reason });
    if (!isForPeople(request)) return fail(503, { error: wanted.sorry });
    const cookie = await leaveFlash({ tone: "bad", message: wanted.sorry });
    return redirect(wanted.back ?? "/account-settings?tab=orders", { headers: { "Set-Cookie": cookie } });
  }
  return new Response(Buffer.from(printed.pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Length": String(printed.pdf.length),
      "Content-Disposition": `attachment; filename="${wanted.fileName}"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}

function isForPeople(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("text/html");
}
