import { useLoaderData } from "@remix-run/react";
import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { londonTime } from "~/domain/kernel/time/instants";
import { disputeToAnswer } from "~/domain/operations/disputes/answers.server";
import { evidenceOf } from "~/domain/operations/disputes/evidence.server";
import { type EvidenceSent, evidenceForm } from "~/domain/operations/disputes/forms";
import { holdEvidence } from "~/domain/operations/disputes/held-evidence.server";
import { StaffFrame } from "~/hyperloop/frame";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Banner } from "~/ui/banner";
import { Checkbox } from "~/ui/checkbox";
import { checkboxOf } from "~/ui/conform-field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { ANSWER_REFUSALS } from "./dispute-labels";
import { EvidenceList } from "./evidence-panel";

export const handle: ScreenHandle = { title: "Send evidence – HyperLoop", noindex: true };

/** Everything the bank will read, before it is sent. */
export const loader = staffLoader("disputes.answer", ({ param, now }) => {
  const orderId = param("order");
  const { dispute, refusal } = disputeToAnswer(orderId, param("dispute"), now) ?? notFound();
  const evidence = evidenceOf(orderId, now) ?? notFound();
  return {
    orderId,
    refusal,
    sum: formatPence(dispute.amountPence),
    due: dispute.dueAt && formatMoment(dispute.dueAt),
    items: evidence.items,
    bank: evidence.forBank,
  };
});

export const action = staffFormAction("disputes.answer", evidenceForm, async (_input, at) => {
  const about = { orderId: at.param("order"), disputeId: at.param("dispute") };
  const result = await holdEvidence(about, at.staff.staffId, at.now);
  return {
    result,
    to: `${PATHS.orders}/${about.orderId}`,
    done:
      result.ok && result.leavesAt
        ? `The evidence goes to the bank at ${londonTime(result.leavesAt)}. Until then you can undo it.`
        : "The evidence is sent. Now the bank decides.",
    refused: (refusal: keyof typeof ANSWER_REFUSALS) => ANSWER_REFUSALS[refusal],
  };
});

export default function SendEvidence() {
  const { orderId, refusal, sum, due, items, bank } = useLoaderData<typeof loader>();
  const page = {
    title: "Send this evidence to the bank?",
    lead: `${sum}${due ? `, until ${due}` : ""}`,
    back: { label: "Back to the order", href: `${PATHS.orders}/${orderId}` },
  };
  if (refusal && refusal !== "not_found") {
    return (
      <StaffFrame {...page}>
        <Banner tone="bad">{ANSWER_REFUSALS[refusal]}</Banner>
      </StaffFrame>
    );
  }
  return (
    <FormPage<EvidenceSent>
      {...page}
      button="Send evidence"
      fields={({ isRead }) => <Checkbox {...checkboxOf(isRead)} label="I’ve read it all. It can only be sent once." />}
    >
      <p>
        The bank gets this, the buyer’s name, {bank.customerName || "which we no longer have"}, and their email address.
        It leaves {UNDO_MINUTES} minutes after you send it, and until then you can undo it. It contains nothing that
        anybody wrote. To add files, such as a signed proof of delivery, use the provider’s dashboard before you send
        this.
      </p>
      <EvidenceList items={items} due={due} />
    </FormPage>
  );
}
