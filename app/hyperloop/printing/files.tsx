import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { openPrintFile, PRINT_FILES } from "~/domain/printing/shipment-files.server";
import { notFound } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { sendDownload } from "~/web/download.server";
import { param } from "~/web/params";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

/** The files are given out by the buttons of the shipment's page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "printing.change");
  return redirect(`/hyperloop/print-queue/${encodeURIComponent(param(params, "shipment"))}`);
}

/** One file for the printer; who took it is written down. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "printing.change");
  const [binding = "", name] = String(formOf(request).get("file") ?? "").split(" ");
  const kind = PRINT_FILES.find((one) => one === name);
  const input = kind && { shipmentId: param(params, "shipment"), binding, kind };
  const opened = input && (await openPrintFile(input, staff.staffId, currentTime()));
  if (!opened) notFound();
  const contentType = kind === "ticket" ? "application/json" : "application/pdf";
  const { file, fileName } = opened;
  const body = createReadableStreamFromReadable(file.body);
  return sendDownload({ body, bytes: file.bytes, contentType, fileName });
}
