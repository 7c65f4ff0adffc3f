import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import type { EvidenceItem } from "~/domain/operations/disputes/evidence.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import type { DisputeWords } from "~/hyperloop/dispute-band";
import { useStaff } from "~/hyperloop/frame";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { answerPath, EVIDENCE_WORDS } from "./dispute-labels";

/** What can still be had before the bank’s day. */
const CAN_BE_GOT: readonly EvidenceItem["kind"][] = ["tracking", "address", "emails"];

interface EvidenceListProps {
  readonly items: readonly EvidenceItem[];
  /** Until when what is missing can be got. */
  readonly due: string | null;
}

/** What our records show of an order, ready or missing. */
export function EvidenceList({ items, due }: EvidenceListProps) {
  return (
    <ul className="evidence-list">
      {items.map(({ kind, facts, isMissing }) => (
        <li key={kind} className={isMissing ? "evidence-missing" : undefined}>
          <p className="row">
            <b>{EVIDENCE_WORDS[kind]}</b>
            <Badge tone={isMissing ? "bad" : "good"}>{isMissing ? "Missing" : "Ready"}</Badge>
          </p>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {isMissing && due && CAN_BE_GOT.includes(kind) && <span>You have until {due}.</span>}
        </li>
      ))}
    </ul>
  );
}

interface EvidencePanelProps extends Pick<EvidenceListProps, "items"> {
  readonly orderId: string;
  readonly dispute: DisputeWords;
}

/** The evidence about a dispute that is not settled, and the two answers to the bank. */
export function EvidencePanel({ orderId, dispute, items }: EvidencePanelProps) {
  const { role } = useStaff();
  const ready = items.filter(({ isMissing }) => !isMissing).length;
  const { answered, leaves, stage } = dispute;
  return (
    <section className="staff-panel">
      <h2>Evidence</h2>
      <p className="muted">
        {answered
          ? `Sent ${answered}. Now the bank decides.`
          : leaves
            ? `It goes to the bank at ${leaves}.`
            : `${ready} of ${items.length} ready`}
      </p>
      <EvidenceList items={items} due={dispute.due} />
      {!answered && !leaves && (
        <div className="row">
          {isPermitted(role, "disputes.answer") && (
            <LinkButton href={answerPath(orderId, dispute.id, "evidence")} size="staff">
              Send evidence
            </LinkButton>
          )}
          {stage === "open" && isPermitted(role, "disputes.accept") && (
            <LinkButton href={answerPath(orderId, dispute.id, "accept")} size="staff" variant="danger">
              Accept the dispute
            </LinkButton>
          )}
          <span className="muted">You can only send it once. You can undo it for {UNDO_MINUTES} minutes.</span>
        </div>
      )}
    </section>
  );
}
