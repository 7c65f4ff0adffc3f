import { formatMoment } from "../domain/kernel/time/format-days";
import { auditSentence } from "../domain/people/staff/audit-sentences";
import { ListPanel } from "./panels";

export interface AuditEventShown {
  readonly sequence: number;
  readonly action: string;
  readonly by: string;
  readonly reason: string | null;
  readonly at: Date | string;
}

/** What staff did with this page's subject. */
export function AuditPanel({ actions }: { readonly actions: readonly AuditEventShown[] }) {
  return (
    <ListPanel title="Staff activity" empty="Nothing yet.">
      {actions.map((action) => (
        <li key={action.sequence}>
          <b>{action.by}</b> {auditSentence(action.action)}, {formatMoment(new Date(action.at))}
          {action.reason && <span className="muted">: {action.reason}</span>}
        </li>
      ))}
    </ListPanel>
  );
}
