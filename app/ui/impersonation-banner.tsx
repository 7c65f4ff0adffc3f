import { formatMoment } from "./format";
import { PostForm } from "./post-form";

/** "13:44", of an end that is never more than half an hour away. */
const timeOf = (moment: Date) => formatMoment(moment).slice(-5);

/** On top of every page while somebody of the staff looks as a customer: as whom, until when, and the way out. */
export function ImpersonationBanner({
  impersonation,
}: {
  readonly impersonation: { readonly email: string; readonly until: Date | string };
}) {
  return (
    <aside className="impersonation-banner" aria-label="Impersonation">
      <p>
        You see Loop as <b>{impersonation.email}</b> does. It ends at {timeOf(new Date(impersonation.until))},
        and nothing can be changed.
      </p>
      <PostForm action="/hyperloop/impersonations/end">
        <button type="submit">End</button>
      </PostForm>
    </aside>
  );
}
