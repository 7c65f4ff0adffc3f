import type { recentResults } from "~/domain/backoffice/checks/results.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { Badge } from "~/ui/badge";
import { Table } from "~/ui/table";

type Result = ReturnType<typeof recentResults>[number];

/** What checks found, the newest first. */
export function ResultsTable({ results }: { readonly results: readonly Result[] }) {
  return (
    <section className="staff-panel">
      <h2>Recent results</h2>
      <Table
        caption="Recent results"
        captionHidden
        columns={[
          { label: "Check", cell: ({ name }) => name },
          { label: "Type", cell: ({ kind }) => kind },
          {
            label: "Result",
            cell: ({ status }) => <Badge tone={status === "passed" ? "good" : "bad"}>{status}</Badge>,
          },
          { label: "Took", numeric: true, cell: ({ durationMs }) => `${durationMs ?? 0} ms` },
          {
            label: "Message",
            cell: ({ message, details }) => <Message message={message} details={details} />,
          },
          { label: "When", cell: ({ at }) => formatMoment(at) },
          { label: "Who", cell: ({ by }) => by ?? "–" },
        ]}
        rows={results}
        empty={<p>Nothing has been run yet.</p>}
      />
    </section>
  );
}

function Message({ message, details }: Pick<Result, "message" | "details">) {
  if (!details) return message || "–";
  return (
    <details className="result-details">
      <summary>{message || "Details"}</summary>
      <pre>{details}</pre>
    </details>
  );
}
