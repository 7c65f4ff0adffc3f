import type { WaitingWork } from "~/domain/backoffice/inbox/inbox.server";
import { useStaff } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { initialsOf, nextOf } from "./inbox-labels";

export interface WorkShown
  extends Pick<WaitingWork, "key" | "kind" | "title" | "facts" | "pageId" | "owner" | "isLate" | "isClosable"> {
  /** "2 days" */
  readonly age: string;
  /** Below the age: by when it is due, its target, until when it is snoozed. */
  readonly note: string | null;
}

/** One line of the inbox: what waits, since when, whose it is, and the next act. */
export function WorkRow({ work, isSelected }: { readonly work: WorkShown; readonly isSelected: boolean }) {
  const { role } = useStaff();
  const next = nextOf(work, role);
  const id = `tick-${work.key.replace(":", "-")}`;
  return (
    <li className="work-row">
      <span className="check">
        <input type="checkbox" name="item" value={work.key} id={id} defaultChecked={isSelected} />
        <label htmlFor={id}>
          <VisuallyHidden>{work.title}</VisuallyHidden>
        </label>
      </span>
      <div className="work-what">
        <a href={next.href}>{work.title}</a>
        <span>{work.facts}</span>
      </div>
      <div className="work-age">
        <b className={work.isLate ? "work-late" : undefined}>
          <VisuallyHidden>Waiting </VisuallyHidden>
          {work.age}
        </b>
        {work.note && <span>{work.note}</span>}
      </div>
      <Owner work={work} />
      <div className="work-next">
        {work.isClosable && (
          <a href={`${PATHS.inbox}/close?item=${encodeURIComponent(work.key)}`}>
            Close<VisuallyHidden>: {work.title}</VisuallyHidden>
          </a>
        )}
        <a href={next.href}>
          {next.label}
          <VisuallyHidden>: {work.title}</VisuallyHidden>
        </a>
      </div>
    </li>
  );
}

function Owner({ work: { key, title, owner } }: { readonly work: WorkShown }) {
  const { staffId } = useStaff();
  if (owner === null) {
    return (
      <div className="work-owner">
        <button
          type="submit"
          className="staff-action"
          name="intent"
          value="take"
          formAction={`${PATHS.inbox}?item=${encodeURIComponent(key)}`}
        >
          Take it<VisuallyHidden>: {title}</VisuallyHidden>
        </button>
      </div>
    );
  }
  const isMine = owner.id === staffId;
  return (
    <div className="work-owner">
      <span className={isMine ? "initials initials-mine" : "initials"} aria-hidden="true">
        {initialsOf(owner.name)}
      </span>
      <VisuallyHidden>Owner: </VisuallyHidden>
      {isMine ? "You" : owner.name}
    </div>
  );
}
