import { LANE_NAMES, type Lane } from "~/domain/mail/kinds/email-kinds";
import { PATHS } from "~/hyperloop/paths";
import { Badge } from "~/ui/badge";
import { TablePanel } from "~/ui/panels";
import { CellNote } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";

export interface LanesProps {
  readonly lanes: readonly {
    readonly lane: Lane;
    readonly waiting: string;
    readonly oldest: string | null;
    readonly sentLastHour: string;
    readonly pace: string;
    readonly forecast: string | null;
    /** Who paused it, when and why; null while it sends. */
    readonly pause: string | null;
    readonly stoppedBy: string | null;
    readonly slowedBy: string | null;
    readonly isWarmingUp: boolean;
  }[];
  readonly mayPause: boolean;
}

/** The lanes of the outbox, the most urgent first. */
export function Lanes({ lanes, mayPause }: LanesProps) {
  return (
    <TablePanel
      title="Emails by urgency"
      caption="What waits to be sent, the most urgent first"
      columns={[
        { label: "Emails", cell: ({ lane }) => <b>{LANE_NAMES[lane]}</b> },
        {
          label: "Waiting",
          numeric: true,
          cell: ({ waiting, oldest }) => (
            <>
              {waiting}
              {oldest && <CellNote>since {oldest}</CellNote>}
            </>
          ),
        },
        { label: "Sent in the last hour", numeric: true, cell: ({ sentLastHour }) => sentLastHour },
        {
          label: "Most an hour",
          numeric: true,
          cell: ({ pace, isWarmingUp }) => (
            <>
              {pace}
              {isWarmingUp && <CellNote>while the sending address is new</CellNote>}
            </>
          ),
        },
        {
          label: "State",
          cell: ({ pause, stoppedBy, slowedBy, forecast }) => {
            const said = stoppedBy ?? slowedBy;
            return (
              <>
                <Badge tone={pause || stoppedBy ? "bad" : slowedBy ? "pending" : "good"}>
                  {pause ? "Paused" : stoppedBy ? "Stopped" : slowedBy ? "Slowed down" : "Sending"}
                </Badge>
                {forecast && <CellNote>{forecast}</CellNote>}
                {pause && <CellNote>{pause}</CellNote>}
                {said && <CellNote>The relay says: {said}</CellNote>}
              </>
            );
          },
        },
        {
          label: "Actions",
          labelHidden: true,
          cell: ({ lane, pause }) =>
            mayPause && (
              <div className="staff-acts">
                <a href={`${PATHS.system}/lanes/${lane}/${pause ? "resume" : "pause"}`}>
                  {pause ? "Send again" : "Pause"}
                  <VisuallyHidden>: {LANE_NAMES[lane]}</VisuallyHidden>
                </a>
              </div>
            ),
        },
      ]}
      rows={lanes.map((lane) => ({ ...lane, id: lane.lane }))}
    />
  );
}

interface RefusedByDomainProps {
  readonly rows: readonly { readonly domain: string; readonly reason: string; readonly found: number }[];
}

/** What the relay refused lately and isn't sent yet. */
export function RefusedByDomain({ rows }: RefusedByDomainProps) {
  return (
    <TablePanel
      title="Refused in the last day"
      caption="Emails that were refused in the last day, by domain and reason"
      columns={[
        { label: "Domain", cell: ({ domain }) => domain },
        { label: "Reason", cell: ({ reason }) => reason },
        { label: "Emails", numeric: true, cell: ({ found }) => found },
      ]}
      rows={rows.map((row) => ({ ...row, id: `${row.domain} ${row.reason}` }))}
      empty={<p className="muted">None.</p>}
    />
  );
}
