import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatDay } from "~/domain/kernel/time/format-days";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { NoLoopYet } from "~/ui/no-loop-yet";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { MyLoopData } from "./account-data.server";

/** Each of the customer's years, with its week and how much of it is written. */
export function MyLoopTab({ view }: { readonly view: MyLoopData }) {
  return (
    <div className="settings-column">
      {view.loops.length === 0 ? <NoLoopYet toBegin={view.toBegin} /> : <Loops view={view} />}
      {view.cancelled.length > 0 && <CancelledLoops view={view} />}
    </div>
  );
}

/** What can be downloaded of cancelled years. */
function CancelledLoops({ view }: { readonly view: MyLoopData }) {
  return (
    <>
      <h2>Cancelled</h2>
      <ul className="settings-list">
        {view.cancelled.map(({ id, name, lastDay }) => (
          <li key={id}>
            <div className="settings-list-head">
              <h3>{name}</h3>
              <Badge tone="off">Cancelled</Badge>
            </div>
            <p>You can download what’s been written until {formatDay(lastDay)}. Then we delete it.</p>
            <p>
              <LinkButton variant="line" size="small" href={`/exports/loops/${id}`}>
                Download it<VisuallyHidden>: {name}</VisuallyHidden>
              </LinkButton>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Loops({ view }: { readonly view: MyLoopData }) {
  return (
    <>
      <h2>{view.loops.length === 1 ? "My loop" : "My loops"}</h2>
      <ul className="settings-list">
        {view.loops.map((loop) => (
          <li key={loop.id} data-theme={loop.theme}>
            <div className="settings-list-head">
              <h3>{loop.name}</h3>
              <Badge tone={loop.isFinished ? "good" : "neutral"}>
                {loop.isFinished ? "Completed" : (loop.startsOn ?? `Week ${loop.week} of ${WEEKS}`)}
              </Badge>
            </div>
            <p id={`progress-${loop.id}`}>
              {loop.entriesCount} of {WEEKS} entries completed
            </p>
            <progress
              className="year-progress"
              value={loop.entriesCount}
              max={WEEKS}
              aria-labelledby={`progress-${loop.id}`}
            />
            <div className="row">
              <LinkButton variant="line" size="small" href={`/dashboard?loop=${loop.id}`}>
                {loop.isFinished ? "Read your year" : "Open my loop"}
              </LinkButton>
              <a href={`/loop-settings/${loop.id}`}>{loop.isFinished ? "Settings" : "Dates and emails"}</a>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
