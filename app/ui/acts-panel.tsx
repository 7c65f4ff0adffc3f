import { formatMoment } from "./format";

export interface ActShown {
  readonly sequence: number;
  readonly act: string;
  readonly by: string;
  readonly reason: string | null;
  readonly at: Date | string;
}

/** What the staff did to the thing this page is about; "vouchers.cancel" reads as "cancel". */
export function ActsPanel({ acts }: { readonly acts: readonly ActShown[] }) {
  return (
    <section className="staff-panel">
      <h2>What staff did</h2>
      {acts.length === 0 && <p className="muted">Nothing yet.</p>}
      <ul className="staff-acts-done">
        {acts.map((act) => (
          <li key={act.sequence}>
            <b>{act.act.replace(/^\w+\./, "").replaceAll("_", " ")}</b> by {act.by},{" "}
            {formatMoment(new Date(act.at))}
            {act.reason && <span className="muted">: {act.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
