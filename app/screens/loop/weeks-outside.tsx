import { WEEKS } from "~/domain/diary/rules/calendar";
import { capitalise, formatCount, formatCountOf } from "~/domain/kernel/text/numbers";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import type { ProofData } from "./proof-data.server";
import { formatEmptyPages, formatUnfinished, formatWeeksOrRanges, UnfinishedSentences } from "./unfinished-weeks";
import { weekAddress } from "./week-address";

/** The empty weeks that have begun, and those still to come, which nobody can have written. */
const emptyOf = ({ empty, openUntil }: ProofData) => empty.filter((week) => week <= openUntil);
export const comingOf = ({ empty, openUntil }: ProofData) => empty.filter((week) => week > openUntil);

/** How many weeks that have begun do not print. */
export function weeksOutside(view: ProofData): number {
  return WEEKS - view.printing.length - comingOf(view).length;
}

/** The weeks that do not print, each with the way to it, and the decision about unfinished ones. */
export function WeeksOutside({ view }: { readonly view: ProofData }) {
  const { unfinished, excluded, printsDrafts, id } = view;
  const unprinted = weeksOutside(view);
  const open = emptyOf(view);
  const coming = comingOf(view);
  if (unfinished.length + unprinted + coming.length === 0) return null;
  const weekHref = (week: number) => `${weekAddress(id, week)}#week`;
  const named = open.length > 6 ? open.slice(0, 5) : open;
  return (
    <article id="unfinished">
      <div>
        <h3>
          {unprinted === 0
            ? unfinished.length > 0
              ? "Some weeks aren’t finished"
              : `${capitalise(formatCountOf(coming.length, "week is", "weeks are"))} still to come`
            : `${capitalise(formatCountOf(unprinted, "week", "weeks"))} won’t print`}
        </h3>
        {unfinished.length > 0 && (
          <p>
            <UnfinishedSentences weeks={unfinished} printsDrafts={printsDrafts} />
          </p>
        )}
        {excluded.map(({ week, note }) => (
          <p key={week}>
            <b>Week {week}</b> is on hold.{note ? ` ${note}` : ""} Change it and save it, and we’ll check it again.
          </p>
        ))}
        {open.length > 0 && (
          <p>
            {capitalise(formatWeeksOrRanges(open))} {open.length === 1 ? "is" : "are"} empty.{" "}
            {formatEmptyPages(open.length, view.ruledEmptyWeeks)}
          </p>
        )}
        {coming.length > 0 && unprinted + unfinished.length > 0 && (
          <p>{capitalise(formatCountOf(coming.length, "week is", "weeks are"))} still to come.</p>
        )}
        {unfinished.length > 0 && (
          <PostForm>
            <Button variant="line" size="small" name="intent" value={printsDrafts ? "leave-drafts" : "print-drafts"}>
              {printsDrafts ? "Leave unfinished weeks out" : "Print unfinished weeks as they are"}
            </Button>
          </PostForm>
        )}
      </div>
      <ul className="remark-pairs">
        {unfinished.map((one) => (
          <li className="remark-whole" key={one.week}>
            <a href={one.href}>
              {one.isChanged ? "Open" : "Finish"} week {one.week}
            </a>{" "}
            {!one.isChanged && <span>{formatUnfinished(one)}</span>}
          </li>
        ))}
        {excluded.map(({ week, href }) => (
          <li key={week}>
            <a href={href}>Change week {week}</a>
          </li>
        ))}
        {named.map((week) => (
          <li key={week}>
            <a href={weekHref(week)}>Write week {week}</a>
          </li>
        ))}
        {named.length < open.length && (
          <li>
            <a href={`/dashboard?loop=${id}`}>and {formatCount(open.length - named.length)} more</a>
          </li>
        )}
      </ul>
    </article>
  );
}
