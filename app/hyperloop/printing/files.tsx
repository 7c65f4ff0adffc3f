import { createReadableStreamFromReadable } from "@remix-run/node";
import { openPrintFile, PRINT_FILES } from "~/domain/operations/printing/shipment-files.server";
import { typedReason } from "~/domain/people/staff/forms";
import { PATHS } from "~/hyperloop/paths";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendDownload } from "~/web/download.server";
import { notFound, seeOther } from "~/web/responses.server";

/** The files are given out by the buttons of the shipment's page. */
export const loader = leadToPage("printing.change", (param) => `/hyperloop/print-queue/${param("shipment")}`);

/** One file for the printer; who took it, and why, is written down and shown to its owner. */
export const action = staffAction("printing.change", async ({ staff, param, form, now }) => {
  const [binding = "", name] = String(form.get("file") ?? "").split(" ");
  const kind = PRINT_FILES.find((one) => one === name);
  const wanted = (kind && { shipmentId: param("shipment"), binding, kind }) ?? notFound();
  const by = { staffId: staff.staffId, reason: typedReason(form, "reason") };
  const opened = await openPrintFile(wanted, by, now);
  if (!opened.ok && opened.reason === "not_found") notFound();
  if (!opened.ok) {
    return await seeOther(`${PATHS.printQueue}/${param("shipment")}#files`, {
      flash: { tone: "bad", message: "Please say why you need the file. The owner can read this." },
    });
  }
  const contentType = kind === "ticket" ? "application/json" : "application/pdf";
  const { file, fileName } = opened;
  const body = createReadableStreamFromReadable(file.body);
  return sendDownload({ body, bytes: file.bytes, contentType, fileName });
});
