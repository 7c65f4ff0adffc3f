import { useLoaderData } from "@remix-run/react";
import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { formatNumber, numberInWords } from "~/domain/kernel/text/numbers";
import { reasonForm } from "~/domain/people/staff/forms";
import { cancelBatch } from "~/domain/shop/vouchers/batch-changes.server";
import { batchCounts, batchData } from "~/domain/shop/vouchers/batch-records.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { batchChanger, mayChangeBatch } from "./batch-rights";

export const handle: ScreenHandle = { title: "Cancel what is left? – HyperLoop", noindex: true };

export const loader = staffLoader("vouchers.change_orders", ({ staff, param, now }) => {
  const batch = batchData(param("batch")) ?? notFound();
  if (!mayChangeBatch(staff, batch)) notFound();
  const counts = batchCounts(batch.id, now) ?? notFound();
  return { id: batch.id, note: batch.note, many: counts.open, redeemed: counts.redeemed };
});

export const action = staffFormAction("vouchers.change_orders", reasonForm, ({ reason }, { staff, param, now }) => {
  const result = cancelBatch(param("batch"), reason, batchChanger(staff), now);
  return {
    result,
    to: `${PATHS.batches}/${param("batch")}`,
    done: result.ok ? `${formatNumber(result.changed)} vouchers are cancelled.` : "",
    refused: () => "They’ve all been used or cancelled.",
  };
});

export default function CancelBatch() {
  const { id, note, many, redeemed } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title={`Cancel ${formatNumber(many)} vouchers?`}
      lead={note}
      back={{ label: "Partner order", href: `${PATHS.batches}/${id}` }}
      button={`Cancel ${formatNumber(many)}`}
      variant="danger"
    >
      <p>
        Nobody will be able to use them. The {formatNumber(redeemed)} already redeemed stay as they are. We don’t email
        anybody. You can undo this for {numberInWords(UNDO_MINUTES)} minutes.
      </p>
    </ReasonPage>
  );
}
