import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";

export interface FailuresProps {
  readonly title: string;
  readonly kind: "job" | "email" | "webhook";
  readonly rows: readonly {
    readonly id: string;
    readonly what: string;
    readonly failure: string;
    readonly tries: number;
    readonly at: string;
    readonly canRetry: boolean;
  }[];
  readonly mayRetry: boolean;
}

/** What has given up, each with a way to try it again for whoever may. */
export function Failures({ title, kind, rows, mayRetry }: FailuresProps) {
  return (
    <section className="staff-panel">
      <h2>{title}</h2>
      <Table
        caption={title}
        captionHidden
        columns={COLUMNS}
        rows={rows.map((row) => ({
          key: row.id,
          cells: {
            what: row.what,
            at: row.at,
            tries: row.tries,
            failure: <span className="audit-text">{row.failure}</span>,
            actions: mayRetry && row.canRetry && (
              <PostForm>
                <input type="hidden" name="id" value={row.id} />
                <Button className="staff-again" size="staff" variant="line" name="intent" value={kind}>
                  Try again
                </Button>
              </PostForm>
            ),
          },
        }))}
        empty={<p className="muted">None.</p>}
      />
    </section>
  );
}

const COLUMNS = [
  { key: "what", label: "What" },
  { key: "at", label: "When" },
  { key: "tries", label: "Tries", numeric: true },
  { key: "failure", label: "Why it failed" },
  { key: "actions", label: "Actions", labelHidden: true },
];
