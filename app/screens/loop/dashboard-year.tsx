import type { SentWeek } from "~/domain/diary/entries/week-form.server";
import { PRINTED_ON_REQUEST } from "~/domain/diary/loops/completion";
import type { AvailableCredit } from "~/domain/diary/loops/credits.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatCountOf } from "~/domain/kernel/text/numbers";
import { formatDay } from "~/domain/kernel/time/format-days";
import { useStitched } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { BigWeek, DashboardBand, OpenStitches } from "~/ui/dashboard-band";
import { WeekGrid, WeekLegend } from "~/ui/week-grid";
import { EntryForm } from "./entry-form";
import { FailedPhotos } from "./failed-photos";
import type { WeekActionResult } from "./save-week.server";
import type { UnfinishedWeek } from "./unfinished-data.server";
import { UnfinishedSentences } from "./unfinished-weeks";
import { titleAddress, weekAddress } from "./week-address";
import { WhichOne } from "./which-one";
import type { describeYear, WritingData, YearLoop } from "./year.server";

const SHOWN_OPEN_STITCHES = 5;

type YearData = ReturnType<typeof describeYear> & {
  readonly unfinished: readonly UnfinishedWeek[];
  readonly printsDrafts: boolean;
  /** Other weeks than the open one that have a photo which could not be used. */
  readonly failedPhotos: readonly number[];
  readonly toBegin: AvailableCredit | null;
  readonly hasOtherLoops: boolean;
  /** Whether the address names the week. */
  readonly isWeekAsked: boolean;
  /** A week that was sent while signed out, and is not saved yet. */
  readonly waiting: SentWeek | null;
};

/**
 * The current year. A week that waits to be written comes first, and the picture after it, as what one gets for it; once
 * the week is saved, the picture comes first.
 */
export function DashboardYear({
  view,
  actionData,
}: {
  readonly view: YearData;
  readonly actionData?: WeekActionResult;
}) {
  const { loop, counts, quarters, writing } = view;
  const isSavedNow = useStitched();
  if (actionData?.other && writing) {
    return <WhichOne loopId={loop.id} week={writing.week} actionData={actionData} other={actionData.other} />;
  }
  const isWeekFirst = writing && (view.isWeekAsked || (counts.due && !loop.isOver && !isSavedNow));
  const form = writing && (
    <EntryForm
      loopId={loop.id}
      writing={writing}
      hasHeading={!isWeekFirst}
      actionData={actionData}
      waiting={view.waiting}
    />
  );
  return (
    <>
      <FailedPhotos loopId={loop.id} weeks={view.failedPhotos} />
      {isWeekFirst && (
        <>
          <WeekHead loop={loop} writing={writing} hasOtherLoops={view.hasOtherLoops} />
          {form}
        </>
      )}
      <YearBand view={view} isFirst={!isWeekFirst} />
      {!isWeekFirst && form}
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

/** The picture, how far the year is, and everything about it that can wait until the week is written. */
function YearBand({ view, isFirst }: { readonly view: YearData; readonly isFirst: boolean }) {
  const { loop, picture, missing, counts } = view;
  const more = missing.length - SHOWN_OPEN_STITCHES;
  const progress = `Week ${loop.week} of ${WEEKS}, ${loop.entriesCount} ${loop.entriesCount === 1 ? "entry" : "entries"} completed.`;
  return (
    <DashboardBand
      theme={loop.theme}
      picture={picture}
      isFirst={isFirst}
      title={loop.title}
      titleActions={
        <>
          <a href={titleAddress(loop.id)}>{loop.titleAction}</a>
          {view.hasOtherLoops && <a href="/dashboard?choose=1">Switch Loop</a>}
          <a href={`/book?loop=${loop.id}`}>Your book</a>
          <a href={`/loop-settings/${loop.id}`}>Dates and emails</a>
        </>
      }
    >
      {isFirst ? <BigWeek week={loop.week} /> : <h2>{progress}</h2>}
      <p className="lead">
        {isFirst && `${progress} `}
        {picture.next}
      </p>
      <p>{loop.occasion}</p>
      {isFirst && loop.startsLater && <p>{loop.startsLater}</p>}
      {isFirst && <PauseSentence loop={loop} />}
      {isFirst && counts.due && (
        <p className="row">
          <LinkButton variant="light" href={`${weekAddress(loop.id, loop.week)}#week`}>
            {loop.isOver ? `Add week ${WEEKS}` : "Add this week’s entry"}
          </LinkButton>
        </p>
      )}
      {loop.nextWeek && <p>{loop.nextWeek}</p>}
      {loop.entriesCount > 0 && (loop.week >= WEEKS || loop.entriesCount >= WEEKS) && (
        <p>
          {formatEnd(loop)} Send your book to print when you’re happy with it. {PRINTED_ON_REQUEST}{" "}
          <a href={`/proof/${loop.id}`}>See your book</a>
        </p>
      )}
      {missing.length > 0 && (
        <div className="stack">
          <p>
            You’ve missed {formatCountOf(missing.length, "week", "weeks")}. Write {missing.length === 1 ? "it" : "them"}{" "}
            whenever you like:
          </p>
          <OpenStitches weeks={missing.slice(0, SHOWN_OPEN_STITCHES)} />
          {more > 0 && <p>+{more} more</p>}
        </div>
      )}
      {view.unfinished.length > 0 && (
        <p>
          <UnfinishedSentences weeks={view.unfinished} printsDrafts={view.printsDrafts} />
        </p>
      )}
      {view.toBegin && (
        <p>
          You have another loop ready to start. <a href="/loop-end-date">Choose your delivery date</a>
        </p>
      )}
    </DashboardBand>
  );
}

function formatEnd({ entriesCount, isOver }: YearData["loop"]): string {
  if (entriesCount >= WEEKS) return `All ${WEEKS} weeks are written.`;
  if (isOver) return `Your ${WEEKS} weeks have passed. You can still fill in the gaps.`;
  return `Week ${WEEKS}: the last of your year.`;
}

interface WeekHeadProps {
  readonly loop: YearLoop;
  readonly writing: Pick<WritingData, "week" | "days" | "isCatchUp" | "isWritten">;
  readonly hasOtherLoops: boolean;
}

/** Above the form, where the page is about one week: whose year, which week, and what is unusual about it. */
function WeekHead({ loop, writing, hasOtherLoops }: WeekHeadProps) {
  return (
    <ClothBand theme={loop.theme} className="week-head" id="week">
      <div className="dashboard-title">
        <p className="serif">{loop.title}</p>
        {!loop.hasTitle && <a href={titleAddress(loop.id)}>{loop.titleAction}</a>}
        {hasOtherLoops && <a href="/dashboard?choose=1">Switch Loop</a>}
        <a href="#year-so-far">Your year so far</a>
      </div>
      <div className="week-head-week">
        <BigWeek week={writing.week} weeks={WEEKS} />
        <p>{writing.days}</p>
      </div>
      {writing.isCatchUp && (
        <p>
          {writing.isWritten ? "You’re editing" : "You’re catching up on"} week {writing.week}.{" "}
          <a href={`/dashboard?loop=${loop.id}#week`}>Back to week {loop.week}</a>
        </p>
      )}
      {loop.startsLater && <p>{loop.startsLater}</p>}
      {loop.pausedUntil && <PauseSentence loop={loop} />}
    </ClothBand>
  );
}

function PauseSentence({ loop }: { readonly loop: Pick<YearLoop, "id" | "pausedUntil"> }) {
  if (!loop.pausedUntil) return null;
  return (
    <p>
      Your year is paused. It continues on {formatDay(loop.pausedUntil)}. No week counts as missed until then.{" "}
      <a href={`/loop-settings/${loop.id}#pause`}>Change the pause</a>
    </p>
  );
}
