import { capitalise } from "~/domain/kernel/text/numbers";
import type { ReadinessFinding } from "~/domain/system/checks/readiness.server";
import { PATHS } from "~/hyperloop/paths";
import { Badge } from "~/ui/badge";
import { Table } from "~/ui/table";

interface ReadinessPanelProps {
  readonly checks: readonly ReadinessFinding[];
  /** Beside them: what staff want to know and the product can do without. */
  readonly beside: readonly ReadinessFinding[];
}

/** What `/ready` says, check by check. */
export function ReadinessPanel({ checks, beside }: ReadinessPanelProps) {
  const failing = checks.filter(({ ok }) => !ok).length;
  return (
    <section className="staff-panel">
      <h2>{failing === 0 ? "Ready" : `Not ready: ${failing} of ${checks.length} checks fail`}</h2>
      <FindingsTable caption="Checks" label="Check" findings={[...checks, ...beside]} />
    </section>
  );
}

interface BackupsPanelProps {
  readonly findings: readonly ReadinessFinding[];
  readonly mayRestore: boolean;
}

/** How old each kind of backup is, and what is wrong with it. */
export function BackupsPanel({ findings, mayRestore }: BackupsPanelProps) {
  return (
    <section className="staff-panel">
      <h2>Backups</h2>
      <FindingsTable caption="Can the database be restored?" label="Backup" findings={findings} />
      {mayRestore && (
        <p>
          <a href={PATHS.restores}>Bring back an account or loop that was deleted by accident</a>
        </p>
      )}
    </section>
  );
}

interface FindingsTableProps {
  readonly caption: string;
  readonly label: string;
  readonly findings: readonly ReadinessFinding[];
}

function FindingsTable({ caption, label, findings }: FindingsTableProps) {
  return (
    <Table
      caption={caption}
      captionHidden
      columns={[
        { label, cell: ({ name }) => capitalise(name) },
        { label: "State", cell: ({ ok }) => <Badge tone={ok ? "good" : "bad"}>{ok ? "OK" : "Failing"}</Badge> },
        { label: "Result", cell: ({ reason }) => <span className="audit-text">{reason}</span> },
      ]}
      rows={findings.map((finding) => ({ ...finding, id: finding.name }))}
    />
  );
}
