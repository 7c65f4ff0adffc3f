import { useLoaderData } from "@remix-run/react";
import { reasonForm } from "~/domain/staff/forms";
import { londonDay } from "~/domain/time/days";
import { batchData } from "~/domain/vouchers/batch-records.server";
import { askToOpenSeal, openSeal } from "~/domain/vouchers/batch-seal.server";
import { answerWithReason } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { notFound, seeOther, unprocessable } from "~/web/answers.server";
import { sendCsv } from "~/web/csv";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Open the codes? – HyperLoop", noindex: true };

export const loader = staffLoader("vouchers.open_seal", ({ param }) => {
  const batch = batchData(param("batch"));
  if (batch?.state !== "made") notFound();
  return {
    id: batch.id,
    note: batch.note,
    count: batch.made - batch.cancelled,
    isOpened: batch.seal.openedAt !== null,
  };
});

const REFUSALS = {
  not_made: "The vouchers aren’t made yet.",
  not_opened: "The codes haven’t been opened yet.",
  already_asked: "Somebody has already asked.",
  not_asked: "Nobody asks for this any more.",
  own_request: "You asked for this, so somebody else must decide.",
} as const;

/** Opens the codes of one partner order once, as a file, or asks to open them again. */
export const action = staffAction("vouchers.open_seal", async ({ staff, param, form, now }) => {
  const batchId = param("batch");
  const here = `${PATHS.batches}/${batchId}`;
  if (form.get("intent") === "ask") {
    return await answerWithReason(form, "form", (reason) => ({
      result: askToOpenSeal(batchId, reason, staff.staffId, now),
      to: here,
      done: "We’ve asked. A second person decides.",
      refused: (refusal: keyof typeof REFUSALS) => REFUSALS[refusal],
    }));
  }
  const submission = readForm(form, reasonForm);
  if (submission.status !== "success") return unprocessable("form", submission.reply());
  const opened = openSeal(batchId, submission.value.reason, staff.staffId, now);
  if (!opened.ok) {
    const { reason } = opened;
    if (reason === "not_found") notFound();
    const message = reason === "opened" ? "The codes have been opened before." : REFUSALS[reason];
    return await seeOther(here, { flash: { tone: "bad", message } });
  }
  const lines = opened.lines.map(({ code, expiresAt }) => [code, londonDay(expiresAt)]);
  return sendCsv(`partner-order-${londonDay(now)}.csv`, [["Code", "Valid until"], ...lines]);
});

export default function ExportBatch() {
  const { id, note, count, isOpened } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title={isOpened ? "Ask to open the codes again?" : "Open the codes?"}
      lead={note}
      back={{ label: "Partner order", href: `${PATHS.batches}/${id}` }}
      button={isOpened ? "Ask to open it" : "Open the seal and download"}
      intent={isOpened ? "ask" : "open"}
    >
      <p>
        {isOpened
          ? "They were opened before, so a second person decides."
          : `A file with ${count} codes of this order alone. Anybody who has a code can use it. It opens once; your name and reason are kept.`}
      </p>
    </ReasonPage>
  );
}
