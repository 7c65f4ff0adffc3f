import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { NoLoopYet } from "~/ui/no-loop-yet";
import { PageScript } from "~/ui/page-script";

type EmptyData =
  | { state: "signed_out" }
  | { state: "no_loops" }
  | { state: "choose"; choices: readonly { id: string; name: string; progress: string }[] };

/** The dashboard without a year to show. */
export function DashboardEmpty({ view }: { readonly view: EmptyData }) {
  if (view.state === "signed_out") {
    return (
      <div className="container section">
        <EmptyState
          level={1}
          theme="family"
          title="Please log in to view your dashboard"
          action={
            <LinkButton variant="light" href="/auth">
              Sign in
            </LinkButton>
          }
        >
          Your weeks are kept safe until you’re back.
        </EmptyState>
        <PageScript name="kept-weeks" />
      </div>
    );
  }
  if (view.state === "choose") {
    return (
      <div className="container section stack">
        <h1>Which loop?</h1>
        <ul className="loop-choices">
          {view.choices.map((loop) => (
            <li key={loop.id}>
              <a href={`/dashboard?loop=${loop.id}`}>{loop.name}</a>
              <span className="muted">{loop.progress}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <div className="container section">
      <NoLoopYet toBegin={null} level={1} />
    </div>
  );
}
