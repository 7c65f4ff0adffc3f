import type { lastRuns } from "~/domain/backoffice/checks/results.server";
import type { suiteData } from "~/domain/backoffice/checks/suites.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { Badge } from "~/ui/badge";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";

type SuiteShown = ReturnType<typeof suiteData>[number] & {
  readonly last: ReturnType<ReturnType<typeof lastRuns>["get"]> | null;
};

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
      <span className="muted">{formatMoment(last.at)}</span>
    </>
  );
}
