import { useLoaderData } from "@remix-run/react";
import { reasonForm } from "~/domain/people/staff/forms";
import { batchData } from "~/domain/shop/vouchers/batch-records.server";
import { withdrawBatch } from "~/domain/shop/vouchers/batches.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Withdraw a partner order? – HyperLoop", noindex: true };

export const loader = staffLoader("vouchers.generate", ({ param }) => {
  const batch = batchData(param("batch"));
  if (batch?.state !== "waiting" && batch?.state !== "making") notFound();
  return { id: batch.id, note: batch.note, isMaking: batch.state === "making" };
});

const REFUSALS = {
  not_waiting: "It’s too late: somebody has decided, or all are made.",
  not_own: "Only the person who asked for it can withdraw it.",
} as const;

/** Takes back one's own partner order, before it is approved or while it is being made. */
export const action = staffFormAction("vouchers.generate", reasonForm, ({ reason }, { staff, param, now }) => {
  const result = withdrawBatch(param("batch"), reason, staff.staffId, now);
  return {
    result,
    to: `${PATHS.batches}/${param("batch")}`,
    done: result.ok && result.wasMaking ? "Stopped. None of them works." : "Withdrawn. None of them works.",
    refused: (refusal: keyof typeof REFUSALS) => REFUSALS[refusal],
  };
});

export default function Withdraw() {
  const { id, note, isMaking } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title={isMaking ? "Stop making them?" : "Withdraw this partner order?"}
      lead={note}
      back={{ label: "Partner order", href: `${PATHS.batches}/${id}` }}
      button={isMaking ? "Stop making them" : "Withdraw it"}
      variant="danger"
    >
      <p>{isMaking ? "We’ll cancel any made so far." : "Nobody will be asked to approve it any more."}</p>
    </ReasonPage>
  );
}
