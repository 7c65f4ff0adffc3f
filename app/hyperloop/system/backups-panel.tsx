import { Badge } from "~/ui/badge";
import { Table } from "~/ui/table";

export interface BackupRow {
  readonly id: string;
  readonly name: string;
  readonly isGood: boolean;
  readonly found: string;
}

/** How old each kind of backup is, and what is wrong with it. */
export function BackupsPanel({ rows }: { readonly rows: readonly BackupRow[] }) {
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
    </section>
  );
}
