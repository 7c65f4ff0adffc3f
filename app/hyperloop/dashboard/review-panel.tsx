import { PATHS } from "~/hyperloop/paths";
import { Badge } from "~/ui/badge";
import { ListPanel } from "~/ui/panels";

interface ReviewPanelProps {
  /** What to look at first, the most urgent first; by what kind of loop and which week, never by anybody's text. */
  readonly queue: readonly { readonly id: string; readonly name: string; readonly isFlagged: boolean }[];
  /** How many there are, such as "1,000+". */
  readonly total: string;
}

/** Entries that wait for a moderator, with the way to each. */
export function ReviewPanel({ queue, total }: ReviewPanelProps) {
  return (
    <ListPanel
      title="Waiting for review"
      empty="Nothing to review."
      className="review-queue"
      more={
        <p>
          <a href={PATHS.moderation}>See all {total}</a>
        </p>
      }
    >
      {queue.map((entry) => (
        <li key={entry.id}>
          <a href={`${PATHS.moderation}/${entry.id}`}>{entry.name}</a>
          {entry.isFlagged ? <Badge tone="bad">Flagged</Badge> : <Badge tone="pending">Pending</Badge>}
        </li>
      ))}
    </ListPanel>
  );
}
