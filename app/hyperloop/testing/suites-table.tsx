import { formatMoment } from "~/domain/time/format-days";
import { Badge } from "~/ui/badge";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";

const COLUMNS = [
  { key: "name", label: "Suite" },
  { key: "tests", label: "Checks", numeric: true },
  { key: "last", label: "Last run" },
  { key: "run", label: "Run", labelHidden: true },
];

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
    <div className="staff-list">
      <Table
        caption="Automated suites"
        captionHidden
        columns={COLUMNS}
        rows={suites.map(({ id, name, description, tests, last }) => ({
          key: id,
          cells: {
            name: `${name}: ${description}`,
            tests,
            last: <LastRun last={last} />,
            run: (
              <PostForm>
                <input type="hidden" name="intent" value="suite" />
                <button type="submit" className="link-button" name="suite" value={id}>
                  Run {name}
                </button>
              </PostForm>
            ),
          },
        }))}
      />
    </div>
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
