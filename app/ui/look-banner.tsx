import { formatMoment } from "./format";
import { PostForm } from "./post-form";

/** On top of every page while somebody of the staff looks as a customer: as whom, until when, and the way out. */
export function LookBanner({
  look,
}: {
  readonly look: { readonly email: string; readonly until: Date | string };
}) {
  return (
    <aside className="look-banner" aria-label="Impersonation">
      <p>
        You see Loop as <b>{look.email}</b> does, until {formatMoment(new Date(look.until))}. Nothing can be
        changed.
      </p>
      <PostForm action="/hyperloop/impersonations/end">
        <button type="submit">End</button>
      </PostForm>
    </aside>
  );
}
