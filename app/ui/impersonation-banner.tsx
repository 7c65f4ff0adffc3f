import { formatMoment } from "../domain/kernel/time/format-days";
import { PostForm } from "./post-form";

/** "13:44"; the end is at most half an hour away, so the date is left out. */
const timeOf = (moment: Date) => formatMoment(moment).slice(-5);

/** On top of every page during an impersonation: the customer, the end, and the button to stop. */
export function ImpersonationBanner({
  impersonation,
}: {
  readonly impersonation: { readonly email: string; readonly until: Date | string };
}) {
  return (
    <aside className="impersonation-banner" aria-label="Impersonation">
      <p>
        You’re viewing Loop as <b>{impersonation.email}</b> does. It ends at {timeOf(new Date(impersonation.until))},
        and nothing can be changed.
      </p>
      <PostForm action="/hyperloop/impersonations/end">
        <button type="submit">End</button>
      </PostForm>
    </aside>
  );
}
