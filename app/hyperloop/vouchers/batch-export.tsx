import { useLoaderData } from "@remix-run/react";
import { reasonForm } from "~/domain/people/staff/forms";
import { NOT_SECOND } from "~/domain/people/staff/second-person";
import { batchData } from "~/domain/shop/vouchers/batch-records.server";
import { askToOpenCodeExport } from "~/domain/shop/vouchers/code-export-lock.server";
import { StaffFrame } from "~/hyperloop/frame";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { notFound } from "~/web/responses.server";
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
  not_asked: "That request is no longer waiting.",
  ...NOT_SECOND,
} as const;

/** Asks to open the codes of one partner order again. */
export const action = staffFormAction("vouchers.open_seal", reasonForm, ({ reason }, { staff, param, now }) => ({
  result: askToOpenCodeExport(param("batch"), reason, staff.staffId, now),
  to: `${PATHS.batches}/${param("batch")}`,
  done: "We’ve asked. A second person decides.",
  refused: (refusal: keyof typeof REFUSALS) => REFUSALS[refusal],
}));

export default function ExportBatch() {
  const { id, note, count, isOpened } = useLoaderData<typeof loader>();
  const back = { label: "Partner order", href: `${PATHS.batches}/${id}` };
  if (isOpened) {
    return (
      <ReasonPage title="Ask to open the codes again?" lead={note} back={back} button="Ask to open it" intent="ask">
        <p>They were opened before, so a second person decides.</p>
      </ReasonPage>
    );
  }
  return (
    <StaffFrame title="Open the codes?" lead={note} back={back}>
      <p>
        A file with {count} codes of this order alone. Anybody who has a code can use it. It opens once; your name and
        reason are kept.
      </p>
      <PostForm action={`${PATHS.batches}/${id}/codes`} className="form-stack">
        <TextField name="reason" id="reason" label="Reason" maxLength={500} required />
        <Button size="staff">Open the codes and download</Button>
      </PostForm>
    </StaffFrame>
  );
}
