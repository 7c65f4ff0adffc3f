import { PATHS } from "~/hyperloop/paths";
import { LinkButton } from "~/ui/button";

interface WaitingPanelProps {
  /** What waits in the inbox of the person who looks, in the order of harm. */
  readonly groups: readonly { readonly name: string; readonly total: number }[];
}

/** What waits, as counts that lead to the inbox. */
export function WaitingPanel({ groups }: WaitingPanelProps) {
  return (
    <section className="staff-panel">
      <h2>Waiting for you</h2>
      {groups.length === 0 ? (
        <p className="muted">Nothing is waiting.</p>
      ) : (
        <ul className="waiting-counts">
          {groups.map(({ name, total }) => (
            <li key={name}>
              <a href={PATHS.inbox}>
                {name} <b>{total}</b>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>
        <LinkButton href={PATHS.inbox} size="staff">
          Open the inbox
        </LinkButton>
      </p>
    </section>
  );
}
