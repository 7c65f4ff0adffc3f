import { findTheme } from "~/domain/diary/catalogue/catalogue";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { Ring } from "~/ui/ring";
import type { EntryReviewProps } from "./entry-opened";
import { loopName } from "./moderation-labels";
import { ReviewButtons } from "./review-buttons";
import { ReviewSpread } from "./review-spread";

/**
 * A week as its moderator reads it, with what to do about it beside. Whatever prints is in every view, so that nobody
 * decides about text they were not shown.
 */
export function EntryReview(props: EntryReviewProps) {
  const { entry, opened, days, view } = props;
  const { book } = opened;
  return (
    <>
      {entry.flagReason && (
        <Banner tone="bad">
          <b>{entry.flagReason}</b>
        </Banner>
      )}
      <nav className="segments review-view" aria-label="View">
        {(["simple", "detailed"] as const).map((one) => (
          <a key={one} href={`?view=${one}`} aria-current={one === view ? "true" : undefined}>
            {one === "simple" ? "Simple" : "Detailed"}
          </a>
        ))}
      </nav>
      <div className="review">
        <article className="review-entry">
          <ReviewSpread {...{ entry, opened, days, view }} />
          <dl className="review-front">
            <div>
              <dt>Title, printed on the cover</dt>
              <dd>{book.title || loopName(entry)}</dd>
            </div>
            <div>
              <dt>Dedication, printed at the front</dt>
              <dd>{book.dedication || "None"}</dd>
            </div>
          </dl>
        </article>
        <div className="review-acts">
          <ReviewButtons {...props} />
          <ReviewSession {...props} />
          <section className="review-aside">
            <h2>What doesn’t print</h2>
            <DescriptionList items={dataOf(props)} />
          </section>
          <PostForm>
            <Button size="staff" variant="line" name="intent" value="close">
              Close without deciding
            </Button>
          </PostForm>
        </div>
      </div>
    </>
  );
}

function dataOf({ entry, opened, view, ownerHref }: EntryReviewProps) {
  const details = [
    {
      name: "Owner",
      value: ownerHref ? <a href={ownerHref}>{entry.owner.name || "No name"}</a> : entry.owner.name || "No name",
    },
    { name: "Email", value: entry.owner.email },
    { name: "Loop", value: loopName(entry) },
    { name: "Submitted", value: formatMoment(entry.handedInAt) },
    {
      name: "Progress",
      value: (
        <span className="review-progress">
          <Ring completed={entry.week} size={32} /> Week {entry.week} of {WEEKS}
        </span>
      ),
    },
  ];
  if (view === "simple") return details;
  return [
    ...details,
    { name: "Theme", value: findTheme(entry.theme)?.name ?? entry.theme },
    { name: "Version", value: opened.version },
    {
      name: "Last reviewed",
      value: entry.reviewedAt
        ? `${formatMoment(entry.reviewedAt)}${opened.reviewer ? `, ${opened.reviewer}` : ""}`
        : "Not yet",
    },
    { name: "Note to the owner", value: opened.note ?? "None" },
    {
      name: "Earlier decisions",
      value: opened.earlier.map(({ status, found }) => `${found} ${status.toLowerCase()}`).join(", ") || "None",
    },
  ];
}

/** Why it is open, and the decision before, with the way back from each. */
function ReviewSession({ reviewSession }: EntryReviewProps) {
  const { reason, isReusable, last } = reviewSession;
  return (
    <section className="review-aside">
      <h2>This session</h2>
      <p>
        <span className="muted">Opened for</span> {reason}
        {isReusable && <span className="muted">. The next entry opens for the same reason.</span>}
      </p>
      {last && (
        <PostForm className="review-last">
          <input type="hidden" name="entry" value={last.entryId} />
          <p>
            <span className="muted">Last</span> {last.name}, {last.status.toLowerCase()}
          </p>
          <Button size="staff" variant="line" name="intent" value="undo" data-key="z">
            Undo
          </Button>
        </PostForm>
      )}
    </section>
  );
}
