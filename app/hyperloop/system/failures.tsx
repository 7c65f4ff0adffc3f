import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { Button } from "~/ui/button";
import { TablePanel } from "~/ui/panels";
import { PostForm } from "~/ui/post-form";

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

/** What failed for good, each with a button that retries it. */
export function Failures({ title, kind, rows, mayRetry }: FailuresProps) {
  return (
    <TablePanel
      title={title}
      columns={[
        { label: "What", cell: ({ what }) => what },
        { label: "When", cell: ({ at }) => at },
        { label: "Tries", numeric: true, cell: ({ tries }) => tries },
        { label: "Why it failed", cell: ({ failure }) => <span className="audit-text">{failure}</span> },
        {
          label: "Actions",
          labelHidden: true,
          cell: ({ id, canRetry }) =>
            mayRetry &&
            canRetry && (
              <PostForm>
                <input type="hidden" name="id" value={id} />
                <Button className="staff-again" size="staff" variant="line" name="intent" value={kind}>
                  Try again
                </Button>
              </PostForm>
            ),
        },
      ]}
      rows={rows}
      empty={<p className="muted">None.</p>}
    />
  );
}

interface RefusedEmailsProps {
  readonly found: number;
  readonly reply: string;
  readonly mayRetry: boolean;
}

/** Emails that the mail relay refused and that wait, with one button for all of them. */
export function RefusedEmails({ found, reply, mayRetry }: RefusedEmailsProps) {
  if (found === 0) return null;
  return (
    <section className="staff-panel">
      <h2>Refused emails</h2>
      <p>
        {formatFigureOf(found, "email was refused and waits", "emails were refused and wait")}. Nothing is lost. The
        mail relay says: <span className="audit-text">{reply}</span>
      </p>
      {mayRetry && (
        <PostForm>
          <Button size="staff" variant="line" name="intent" value="refused-emails">
            Send them all again
          </Button>
        </PostForm>
      )}
    </section>
  );
}
