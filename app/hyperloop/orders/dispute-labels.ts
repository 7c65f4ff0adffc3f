import type { AnswerRefusal } from "~/domain/operations/disputes/answers.server";
import type { EvidenceKind } from "~/domain/operations/disputes/evidence.server";
import { PATHS } from "~/hyperloop/paths";

export const EVIDENCE_WORDS: Readonly<Record<EvidenceKind, string>> = {
  receipt: "Receipt",
  terms: "Terms",
  tracking: "Tracking",
  address: "Address",
  emails: "Emails",
  use: "Use",
};

export const ANSWER_REFUSALS: Readonly<Record<Exclude<AnswerRefusal, "not_found">, string>> = {
  settled: "The bank has settled this already.",
  answered: "Evidence was sent already. It can only be sent once.",
  leaving: "Somebody has already sent evidence. It goes to the bank soon, and they can still undo it.",
  too_late: "The bank’s deadline for evidence has passed.",
  inquiry: "The bank is only asking. It hasn’t taken any money, so there’s nothing to accept.",
  rejected:
    "The payment provider refused it, so nothing was sent. The alarm says why. Send the evidence in the provider’s own dashboard.",
  provider: "The payment provider didn’t take it. Nothing was sent. Try again in a few minutes.",
};

/** The page of one answer to a dispute. */
export const answerPath = (orderId: string, disputeId: string, answer: "evidence" | "accept"): string =>
  `${PATHS.orders}/${orderId}/disputes/${disputeId}/${answer}`;
