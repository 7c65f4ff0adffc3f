import { useLoaderData } from "@remix-run/react";
import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { formatNumber, numberInWords } from "~/domain/kernel/text/numbers";
import { formatDay } from "~/domain/kernel/time/format-days";
import { LONGEST_EXTENSION_YEARS } from "~/domain/kernel/time/voucher-validity";
import { extendBatch } from "~/domain/shop/vouchers/batch-changes.server";
import { batchCounts, batchData } from "~/domain/shop/vouchers/batch-records.server";
import { type Extension, extendForm } from "~/domain/shop/vouchers/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { DateField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { batchChanger, mayChangeBatch } from "./batch-rights";

export const handle: ScreenHandle = { title: "Extend a partner order – HyperLoop", noindex: true };

const REFUSALS = {
  none: "None of them ends before that day",
  not_later: "Please choose a day after today",
  too_late: `Please choose a day within ${numberInWords(LONGEST_EXTENSION_YEARS)} years`,
  limit:
    "Some have run out, and extending those gives away more than you may on your own. Generate new ones instead, which a second person can approve",
} as const;

export const loader = staffLoader("vouchers.change_orders", ({ staff, param, now }) => {
  const batch = batchData(param("batch")) ?? notFound();
  if (!mayChangeBatch(staff, batch)) notFound();
  const counts = batchCounts(batch.id, now) ?? notFound();
  return { id: batch.id, note: batch.note, many: counts.open + counts.expired };
});

export const action = staffFormAction("vouchers.change_orders", extendForm, (input, { staff, param, now }) => {
  const result = extendBatch(param("batch"), input, batchChanger(staff), now);
  return {
    result,
    to: `${PATHS.batches}/${param("batch")}`,
    done: result.ok ? `${formatNumber(result.changed)} vouchers are valid until ${formatDay(input.expiresOn)}.` : "",
    beside: (refusal: keyof typeof REFUSALS) => ({ expiresOn: REFUSALS[refusal] }),
  };
});

export default function ExtendBatch() {
  const { id, note, many } = useLoaderData<typeof loader>();
  return (
    <FormPage<Extension>
      title={`Extend ${formatNumber(many)} vouchers`}
      lead={note}
      back={{ label: "Partner order", href: `${PATHS.batches}/${id}` }}
      button={`Extend ${formatNumber(many)}`}
      fields={({ expiresOn, reason }) => (
        <>
          <DateField {...fieldOf(expiresOn)} label="New last day" />
          <ReasonField of={reason} />
        </>
      )}
    >
      <p>
        Vouchers that end later or have been redeemed stay as they are. We don’t email anybody. You can undo this for{" "}
        {numberInWords(UNDO_MINUTES)} minutes.
      </p>
    </FormPage>
  );
}
