import { Badge } from "~/ui/badge";
import { TablePanel } from "~/ui/panels";
import { CellNote } from "~/ui/table";

export interface MachinesProps {
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly tasks: string;
    readonly state: string;
    readonly seen: string | null;
    readonly behind: string | null;
    readonly hasNewToken: boolean;
  }[];
}

const STATES: Readonly<Record<string, { tone: "good" | "bad" | "pending"; words: string }>> = {
  there: { tone: "good", words: "There" },
  away: { tone: "bad", words: "Away" },
  never: { tone: "pending", words: "Not seen yet" },
};

/** The machines beside the one that writes. */
export function Machines({ rows }: MachinesProps) {
  return (
    <TablePanel
      title="Machines"
      caption="The machines beside this one"
      columns={[
        {
          label: "Machine",
          cell: ({ name, hasNewToken }) => (
            <>
              <b>{name}</b>
              {hasNewToken && <CellNote>Has a new token that it hasn’t used yet</CellNote>}
            </>
          ),
        },
        { label: "Tasks", cell: ({ tasks }) => tasks },
        {
          label: "State",
          cell: ({ state }) => <Badge tone={STATES[state]?.tone ?? "pending"}>{STATES[state]?.words ?? state}</Badge>,
        },
        { label: "Last seen", cell: ({ seen }) => seen ?? "Never" },
        { label: "Behind", numeric: true, cell: ({ behind }) => behind ?? "–" },
      ]}
      rows={rows}
      empty={<p className="muted">This machine does everything.</p>}
    />
  );
}
