import { formatMoment } from "../domain/time/format-days";
import { ListPanel } from "./panels";

export interface AuditEventShown {
  readonly sequence: number;
  readonly action: string;
  readonly by: string;
  readonly reason: string | null;
  readonly at: Date | string;
}

/** For actions whose verb alone is unclear. */
const WORDS: Readonly<Record<string, string>> = {
  "discounts.ask": "ask for approval",
  "refunds.ask": "ask for a refund",
  "refunds.give": "give a refund",
  "refunds.approve": "approve a refund",
  "refunds.decline": "decline a refund",
  "vouchers.reveal": "take the card with its code",
};

const inWords = (action: string) => WORDS[action] ?? action.replace(/^\w+\./, "").replaceAll("_", " ");

/** The staff's actions on this page's subject; "vouchers.cancel" reads as "cancel". */
export function AuditPanel({ actions }: { readonly actions: readonly AuditEventShown[] }) {
  return (
    <ListPanel title="Staff activity" empty="Nothing yet.">
      {actions.map((action) => (
        <li key={action.sequence}>
          <b>{inWords(action.action)}</b> by {action.by}, {formatMoment(new Date(action.at))}
          {action.reason && <span className="muted">: {action.reason}</span>}
        </li>
      ))}
    </ListPanel>
  );
}
