import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { openFileAddress } from "~/domain/operations/printing/printer-links.server";
import { currentTime } from "~/web/clock.server";
import { sendDownload } from "~/web/download.server";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { secretParams: ["token"] } };

/** Public: the printer fetches one file by its signed address, for a week. */
export async function loader({ params }: LoaderFunctionArgs) {
  const file = await openFileAddress(param(params, "token"), currentTime());
  if (!file) return new Response("Not found.", { status: 404, headers: { "Cache-Control": "no-store" } });
  const body = createReadableStreamFromReadable(file.body);
  return sendDownload({ body, bytes: file.bytes, contentType: "application/pdf", fileName: "print.pdf" });
}
