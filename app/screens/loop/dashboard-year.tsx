import type { SentWeek } from "~/domain/entries/week-form.server";
import { WEEKS } from "~/domain/loops/calendar";
import { PRINTED_ON_REQUEST } from "~/domain/loops/completion";
import type { AvailableCredit } from "~/domain/loops/credits.server";
import { formatCountOf } from "~/domain/text/numbers";
import { formatDay } from "~/domain/time/format-days";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { DashboardBand, OpenStitches } from "~/ui/dashboard-band";
import { WeekGrid, WeekLegend } from "~/ui/week-grid";
import { AnotherLoop } from "./another-loop";
import { EntryForm } from "./entry-form";
import type { WeekAnswer } from "./save-week.server";
import type { UnfinishedWeek } from "./unfinished-data.server";
import { UnfinishedSentences } from "./unfinished-weeks";
import { weekAddress } from "./week-address";
import { WhichOne } from "./which-one";
import type { describeYear } from "./year.server";

const SHOWN_OPEN_STITCHES = 5;

type YearData = ReturnType<typeof describeYear> & {
  readonly unfinished: readonly UnfinishedWeek[];
  readonly printsDrafts: boolean;
  readonly toBegin: AvailableCredit | null;
  readonly hasOtherLoops: boolean;
  /** A week that was sent while signed out, and is not saved yet. */
  readonly waiting: SentWeek | null;
};

/** The current year: the picture, this week's pages, and the 52 weeks. */
export function DashboardYear({ view, answer }: { readonly view: YearData; readonly answer?: WeekAnswer }) {
  const { loop, picture, missing, counts, quarters, writing } = view;
  const more = missing.length - SHOWN_OPEN_STITCHES;
  if (answer?.other && writing) {
    return <WhichOne loopId={loop.id} week={writing.week} answer={answer} other={answer.other} />;
  }
  return (
    <>
      <DashboardBand
        theme={loop.theme}
        week={loop.week}
        picture={picture}
        title={loop.title}
        titleActions={
          <>
            <a href={`/dashboard?loop=${loop.id}&title=1`}>Edit title</a>
            {view.hasOtherLoops && <a href="/dashboard?choose=1">Switch Loop</a>}
            <a href={`/book?loop=${loop.id}`}>Your book</a>
            <a href={`/loop-settings/${loop.id}`}>Dates and emails</a>
          </>
        }
      >
        <p className="lead">
          Week {loop.week} of {WEEKS}, {loop.entriesCount} {loop.entriesCount === 1 ? "entry" : "entries"}{" "}
          completed. {picture.next}
        </p>
        <p>{loop.occasion}</p>
        {loop.startsLater && <p>{loop.startsLater}</p>}
        {counts.due && (
          <p className="row">
            <LinkButton variant="light" href={`${weekAddress(loop.id, loop.week)}#week`}>
              {loop.isOver ? `Add week ${WEEKS}` : "Add this week’s entry"}
            </LinkButton>
          </p>
        )}
        {missing.length > 0 && (
          <div className="stack">
            <p>
              You’ve missed {formatCountOf(missing.length, "week", "weeks")}. Write{" "}
              {missing.length === 1 ? "it" : "them"} whenever you like:
            </p>
            <OpenStitches weeks={missing.slice(0, SHOWN_OPEN_STITCHES)} />
            {more > 0 && <p>+{more} more</p>}
          </div>
        )}
      </DashboardBand>
      {loop.entriesCount > 0 && (loop.week >= WEEKS || loop.entriesCount >= WEEKS) && (
        <div className="container section-tight">
          <Banner tone="ok" action={<a href={`/proof/${loop.id}`}>See your book</a>}>
            {sayEnd(loop)} Send your book to print when you’re happy with it. {PRINTED_ON_REQUEST}
          </Banner>
        </div>
      )}
      {view.unfinished.length > 0 && (
        <div className="container section-tight">
          <Banner tone="warn">
            <UnfinishedSentences weeks={view.unfinished} printsDrafts={view.printsDrafts} />
          </Banner>
        </div>
      )}
      {loop.pausedUntil && (
        <div className="container section-tight">
          <Banner action={<a href={`/loop-settings/${loop.id}#pause`}>Change the pause</a>}>
            Your year is paused. It continues on {formatDay(loop.pausedUntil)}. No week counts as missed until
            then.
          </Banner>
        </div>
      )}
      <AnotherLoop toBegin={view.toBegin} />
      {writing && (
        <EntryForm
          loopId={loop.id}
          current={loop.week}
          writing={writing}
          answer={answer}
          waiting={view.waiting}
        />
      )}
      <section className="container section" aria-labelledby="year-so-far">
        <div className="year-head">
          <h2 id="year-so-far">Your year so far</h2>
          <WeekLegend {...counts} />
        </div>
        <WeekGrid quarters={quarters} />
      </section>
    </>
  );
}

function sayEnd({ entriesCount, isOver }: YearData["loop"]): string {
  if (entriesCount >= WEEKS) return `All ${WEEKS} weeks are written.`;
  if (isOver) return `Your ${WEEKS} weeks have passed. You can still fill in the gaps.`;
  return `Week ${WEEKS}: the last of your year.`;
}
