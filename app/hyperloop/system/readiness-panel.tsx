import { capitalise } from "~/domain/kernel/text/numbers";
import type { ReadinessFinding } from "~/domain/system/checks/readiness.server";
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
      <Table
        caption="Checks"
        captionHidden
        columns={[
          { label: "Check", cell: ({ name }) => capitalise(name) },
          {
            label: "State",
            cell: ({ ok }) => <Badge tone={ok ? "good" : "bad"}>{ok ? "OK" : "Failing"}</Badge>,
          },
          { label: "Result", cell: ({ reason }) => <span className="audit-text">{reason}</span> },
        ]}
        rows={[...checks, ...beside].map((check) => ({ ...check, id: check.name }))}
      />
    </section>
  );
}
