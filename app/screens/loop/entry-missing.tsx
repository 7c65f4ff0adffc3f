import { LinkButton } from "~/ui/button";
import type { MissingWeek } from "./entry-missing.server";

/** A week without an entry: the way to write it where it may be written, and back to its loop. */
export function EntryMissing({ missing }: { readonly missing: MissingWeek }) {
  return (
    <div className="container section stack">
      <h1>Entry Not Found</h1>
      <p className="lead">
        {missing?.form ? `You haven’t written week ${missing.week} yet.` : "There’s no entry for that week."}
      </p>
      <p className="row">
        {missing?.form && (
          <LinkButton variant="theme" href={missing.form}>
            Write week {missing.week}
          </LinkButton>
        )}
        <LinkButton variant="line" href={missing ? `/dashboard?loop=${missing.loopId}` : "/dashboard"}>
          Back to my loop
        </LinkButton>
      </p>
    </div>
  );
}
