import { formatMoment } from "./format";

export interface ActShown {
  readonly sequence: number;
  readonly act: string;
  readonly by: string;
  readonly reason: string | null;
  readonly at: Date | string;
}

/** Where the verb alone does not say it. */
const WORDS: Readonly<Record<string, string>> = {
  "discounts.ask": "ask for approval",
  "refunds.ask": "ask for a refund",
  "refunds.give": "give a refund",
  "refunds.approve": "approve a refund",
  "refunds.decline": "decline a refund",
  "vouchers.reveal": "take the card with its code",
};

const inWords = (act: string) => WORDS[act] ?? act.replace(/^\w+\./, "").replaceAll("_", " ");

/** What the staff did to the thing this page is about; "vouchers.cancel" reads as "cancel". */
export function ActsPanel({ acts }: { readonly acts: readonly ActShown[] }) {
  return (
    <section className="staff-panel">
      <h2>What staff did</h2>
      {acts.length === 0 && <p className="muted">Nothing yet.</p>}
      <ul className="staff-acts-done">
        {acts.map((act) => (
          <li key={act.sequence}>
            <b>{inWords(act.act)}</b> by {act.by}, {formatMoment(new Date(act.at))}
            {act.reason && <span className="muted">: {act.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
