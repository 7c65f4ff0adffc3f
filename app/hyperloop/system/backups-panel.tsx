import { PATHS } from "~/hyperloop/paths";
import { Badge } from "~/ui/badge";
import { Table } from "~/ui/table";

export interface BackupRow {
  readonly id: string;
  readonly name: string;
  readonly isGood: boolean;
  readonly found: string;
}

interface BackupsPanelProps {
  readonly rows: readonly BackupRow[];
  readonly mayRestore: boolean;
}

/** How old each kind of backup is, and what is wrong with it. */
export function BackupsPanel({ rows, mayRestore }: BackupsPanelProps) {
  return (
    <section className="staff-panel">
      <h2>Backups</h2>
      <Table
        caption="Can the database be restored?"
        captionHidden
        columns={[
          { label: "Backup", cell: ({ name }) => name },
          {
            label: "State",
            cell: ({ isGood }) => <Badge tone={isGood ? "good" : "bad"}>{isGood ? "OK" : "Failing"}</Badge>,
          },
          { label: "Result", cell: ({ found }) => <span className="audit-text">{found}</span> },
        ]}
        rows={rows}
      />
      {mayRestore && (
        <p>
          <a href={PATHS.restores}>Bring back an account or loop that was deleted by accident</a>
        </p>
      )}
    </section>
  );
}
