import { londonDay } from "~/domain/kernel/time/days";
import { reasonForm } from "~/domain/people/staff/forms";
import { openCodeExport } from "~/domain/shop/vouchers/code-export-lock.server";
import { PATHS } from "~/hyperloop/paths";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";
import { readForm } from "~/web/read-form";
import { notFound, seeOther } from "~/web/responses.server";

/** The codes are handed over by the button of the page that asks why. */
export const loader = leadToPage("vouchers.open_seal", (param) => `${PATHS.batches}/${param("batch")}/export`);

const REFUSALS = {
  not_made: "The vouchers aren’t made yet.",
  opened: "The codes have been opened before.",
} as const;

/**
 * Opens the codes of one partner order once, as a file. It has no page of its own: a page would take the file for its
 * data, and the codes would be opened without anybody having them.
 */
export const action = staffAction("vouchers.open_seal", async ({ staff, param, form, now }) => {
  const batchId = param("batch");
  const here = `${PATHS.batches}/${batchId}`;
  const submission = readForm(form, reasonForm);
  if (submission.status !== "success") {
    const [message = "Please give a reason"] = Object.values(submission.error ?? {}).flatMap((one) => one ?? []);
    return await seeOther(`${here}/export`, { flash: { tone: "bad", message } });
  }
  const opened = openCodeExport(batchId, submission.value.reason, staff.staffId, now);
  if (!opened.ok) {
    if (opened.reason === "not_found") notFound();
    return await seeOther(here, { flash: { tone: "bad", message: REFUSALS[opened.reason] } });
  }
  const lines = opened.lines.map(({ code, expiresAt }) => [code, londonDay(expiresAt)]);
  return sendCsv(`partner-order-${londonDay(now)}.csv`, [["Code", "Valid until"], ...lines]);
});
