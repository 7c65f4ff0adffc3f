import { formatMoment } from "~/domain/kernel/time/format-days";
import { Badge } from "~/ui/badge";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";

export interface SuiteShown {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tests: number;
  readonly last: { readonly passed: number; readonly failed: number; readonly at: Date | string } | null;
}

/** The suites, each with a button that runs it. */
export function SuitesTable({ suites }: { readonly suites: readonly SuiteShown[] }) {
  return (
    <Table
      caption="Automated suites"
      captionHidden
      columns={[
        { label: "Suite", cell: ({ name, description }) => `${name}: ${description}` },
        { label: "Checks", numeric: true, cell: ({ tests }) => tests },
        { label: "Last run", cell: ({ last }) => <LastRun last={last} /> },
        {
          label: "Run",
          labelHidden: true,
          cell: ({ id, name }) => (
            <PostForm>
              <input type="hidden" name="intent" value="suite" />
              <button type="submit" className="link-button" name="suite" value={id}>
                Run {name}
              </button>
            </PostForm>
          ),
        },
      ]}
      rows={suites}
    />
  );
}

function LastRun({ last }: Pick<SuiteShown, "last">) {
  if (!last) return <span className="muted">Never</span>;
  return (
    <>
      <Badge tone={last.failed === 0 ? "good" : "bad"}>
        {last.failed === 0 ? `${last.passed} passed` : `${last.failed} failed`}
      </Badge>{" "}
      <span className="muted">{formatMoment(new Date(last.at))}</span>
    </>
  );
}
