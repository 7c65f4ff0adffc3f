import type { AnswerRefusal } from "~/domain/disputes/answers.server";
import type { EvidenceKind } from "~/domain/disputes/evidence.server";
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
  leaving: "Evidence has been sent already and leaves soon. Its sender can still undo it.",
  too_late: "The bank’s day for evidence is over.",
  inquiry: "The bank is only asking. It hasn’t taken any money, so there’s nothing to accept.",
  rejected:
    "The payment provider refused it, and nothing was sent. The alarm has its words; send the evidence in its dashboard.",
  provider: "The payment provider didn’t take it. Nothing was sent. Try again in a few minutes.",
};

/** The page of one answer to a dispute. */
export const answerPath = (orderId: string, disputeId: string, answer: "evidence" | "accept"): string =>
  `${PATHS.orders}/${orderId}/disputes/${disputeId}/${answer}`;
