import { formatMoment } from "~/domain/time/format-days";
import { Badge } from "~/ui/badge";
import { Table } from "~/ui/table";

const COLUMNS = [
  { key: "name", label: "Check" },
  { key: "kind", label: "Type" },
  { key: "status", label: "Result" },
  { key: "duration", label: "Took", numeric: true },
  { key: "message", label: "Message" },
  { key: "at", label: "When" },
  { key: "by", label: "Who" },
];

export interface Result {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly durationMs: number | null;
  readonly message: string;
  readonly details: string | null;
  readonly by: string | null;
  readonly at: Date | string;
}

/** What checks found, the newest first. */
export function ResultsTable({ results }: { readonly results: readonly Result[] }) {
  return (
    <section className="staff-panel">
      <h2>Recent results</h2>
      <div className="staff-list">
        <Table
          caption="Recent results"
          captionHidden
          columns={COLUMNS}
          empty={<p>Nothing has been run yet.</p>}
          rows={results.map(({ id, name, kind, status, durationMs, message, details, at, by }) => ({
            key: id,
            cells: {
              name,
              kind,
              by: by ?? "–",
              duration: `${durationMs ?? 0} ms`,
              message: <Message message={message} details={details} />,
              status: <Badge tone={status === "passed" ? "good" : "bad"}>{status}</Badge>,
              at: formatMoment(new Date(at)),
            },
          }))}
        />
      </div>
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
