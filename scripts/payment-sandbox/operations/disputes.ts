import { answerDispute, decide } from "../payments/disputes";
import { wrongState } from "../protocol/errors";
import { flag, group, metadata, text } from "../protocol/parameters";
import type { Work } from "../work";
import { bodyOf, listing, operation, retrieval } from "./operation";

const ROOT = "/v1/disputes";
const CAN_BE_ANSWERED = ["needs_response", "warning_needs_response"];

const EVIDENCE = group({
  access_activity_log: text(20_000),
  billing_address: text(5_000),
  cancellation_rebuttal: text(20_000),
  customer_email_address: text(500),
  customer_name: text(500),
  product_description: text(20_000),
  refund_policy_disclosure: text(20_000),
  refund_refusal_explanation: text(20_000),
  service_date: text(500),
  shipping_address: text(5_000),
  shipping_carrier: text(500),
  shipping_date: text(500),
  shipping_tracking_number: text(500),
  uncategorized_text: text(20_000),
})
  .partial()
  .optional();

const disputeOf = (work: Work, id: string) => bodyOf(work, "dispute", id);

const retrieve = retrieval("dispute", ROOT);

const listAll = listing("dispute", ROOT, { charge: text(255), payment_intent: text(255) });

const update = operation(
  "POST",
  `${ROOT}/:id`,
  { evidence: EVIDENCE, metadata: metadata(), submit: flag().optional() },
  (work, input, id) => {
    const dispute = disputeOf(work, id);
    if (!CAN_BE_ANSWERED.includes(dispute.status)) {
      throw wrongState(`This dispute is ${dispute.status} and takes no more evidence.`);
    }
    const evidence = Object.fromEntries(
      Object.entries(input.evidence ?? {}).filter(([, words]) => words !== undefined),
    );
    return answerDispute(work, dispute, {
      evidence,
      metadata: { ...dispute.metadata, ...input.metadata },
      submit: input.submit ?? input.evidence !== undefined,
    });
  },
);

const close = operation("POST", `${ROOT}/:id/close`, {}, (work, _asked, id) => {
  const dispute = disputeOf(work, id);
  if (dispute.status !== "needs_response") {
    throw wrongState(`This dispute is ${dispute.status} and cannot be closed.`);
  }
  return decide(work, dispute, "lost");
});

export const DISPUTES = [retrieve, listAll, update, close];
