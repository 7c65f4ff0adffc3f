import { formatNumber } from "~/domain/text/numbers";
import { Badge } from "~/ui/badge";

interface ReviewPanelProps {
  /** What to look at first, the most urgent first; by what kind of loop and which week, never by anybody's words. */
  readonly queue: readonly { readonly id: string; readonly name: string; readonly isFlagged: boolean }[];
  readonly total: number;
}

const PATH = "/hyperloop/moderation";

/** Entries that wait for a moderator, with the way to each. */
export function ReviewPanel({ queue, total }: ReviewPanelProps) {
  return (
    <section className="staff-panel">
      <h2>Waiting for review</h2>
      {queue.length === 0 && <p className="muted">Nothing waits.</p>}
      <ul className="review-queue">
        {queue.map((entry) => (
          <li key={entry.id}>
            <a href={`${PATH}/${entry.id}`}>{entry.name}</a>
            {entry.isFlagged ? <Badge tone="bad">Flagged</Badge> : <Badge tone="pending">Pending</Badge>}
          </li>
        ))}
      </ul>
      <p>
        <a href={PATH}>All {formatNumber(total)}</a>
      </p>
    </section>
  );
}
