import { createReadableStreamFromReadable, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { openPrintFile, PRINT_FILES } from "~/domain/printing/shipment-files.server";
import { staffAction } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/answers.server";
import { sendDownload } from "~/web/download.server";
import { param } from "~/web/params";
import { requireStaff } from "~/web/staff-auth.server";

/** The files are given out by the buttons of the shipment's page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "printing.change");
  return redirect(`/hyperloop/print-queue/${encodeURIComponent(param(params, "shipment"))}`);
}

/** One file for the printer; who took it is written down. */
export const action = staffAction("printing.change", async ({ staff, param, form, now }) => {
  const [binding = "", name] = String(form.get("file") ?? "").split(" ");
  const kind = PRINT_FILES.find((one) => one === name);
  const wanted = kind && { shipmentId: param("shipment"), binding, kind };
  const opened = wanted && (await openPrintFile(wanted, staff.staffId, now));
  if (!opened) notFound();
  const contentType = kind === "ticket" ? "application/json" : "application/pdf";
  const { file, fileName } = opened;
  const body = createReadableStreamFromReadable(file.body);
  return sendDownload({ body, bytes: file.bytes, contentType, fileName });
});
