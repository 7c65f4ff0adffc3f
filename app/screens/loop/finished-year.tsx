import { PRINTED_ON_REQUEST } from "~/domain/diary/loops/completion";
import type { AvailableCredit } from "~/domain/diary/loops/credits.server";
import { WEEKS, WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { capitalise, formatCount, formatNumber, numberInWords } from "~/domain/kernel/text/numbers";
import { useSewn } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { ProgressSteps } from "~/ui/progress-steps";
import { StitchedRing } from "~/ui/stitched-ring";
import { TextLink } from "~/ui/text-link";
import { AnotherLoop } from "./another-loop";
import { FailedPhotos } from "./failed-photos";
import type { FinishedData } from "./finished-data.server";
import { FinishedWeeks, PatchLegend } from "./finished-weeks";
import { formatChanged, WeekLinks } from "./unfinished-weeks";
import { titleAddress, weekAddress } from "./week-address";

/** More open weeks than this are named by their first five. */
const MOST_NAMED = 6;
const NAMED_OF_MORE = 5;

export interface FinishedYearProps {
  readonly view: FinishedData & {
    readonly failedPhotos: readonly number[];
    readonly toBegin: AvailableCredit | null;
    readonly hasOtherLoops: boolean;
    readonly hasActive: boolean;
  };
}

/** A year that is written: its whole picture, where its book is, and every week. */
export function FinishedYear({ view }: FinishedYearProps) {
  const { loop, changed } = view;
  const isSent = loop.status !== "ACTIVE";
  return (
    <>
      <Band view={view} isSent={isSent} />
      <FailedPhotos loopId={loop.id} weeks={view.failedPhotos} />
      {changed.length > 0 && (
        <div className="container section-tight">
          <Banner tone="warn">
            {changed.length === 1 ? "Week" : "Weeks"}{" "}
            <WeekLinks weeks={changed.map(({ week, form }) => ({ week, href: form }))} />{" "}
            {formatChanged(changed, loop.printsDrafts)}
          </Banner>
        </div>
      )}
      <AnotherLoop toBegin={view.toBegin} />
      <PrintStatus view={view} />
      <section className="container quilt-section" aria-labelledby="weeks">
        <div className="year-head">
          <h2 id="weeks">
            {loop.entriesCount === WEEKS ? `All ${WEEKS_IN_WORDS} weeks` : `Your ${WEEKS_IN_WORDS} weeks`}
          </h2>
          {isSent || loop.entriesCount === WEEKS ? (
            <p className="muted">Choose a week to read it{isSent ? "" : " or change it"}.</p>
          ) : (
            <PatchLegend view={view} />
          )}
        </div>
        <FinishedWeeks quarters={view.quarters} />
        <p className="quilt-foot">
          <TextLink href={`/year-in-numbers/${loop.id}`} arrow>
            Your year in numbers
          </TextLink>
          {!isSent && view.hasLastWeek && (
            <TextLink href={`${weekAddress(loop.id, WEEKS)}#week`} arrow>
              Edit week {WEEKS}
            </TextLink>
          )}
        </p>
      </section>
    </>
  );
}

function Band({ view, isSent }: FinishedYearProps & { readonly isSent: boolean }) {
  const { loop, picture } = view;
  const wasSewnNow = useSewn();
  const isWhole = loop.entriesCount === WEEKS;
  return (
    <ClothBand theme={loop.theme} className="dashboard-band finished-band">
      <div className="dashboard-band-columns">
        <div className="finished-picture">
          <img className="dashboard-picture on-cloth" src={picture.src} alt={picture.alt} width="720" height="720" />
          {wasSewnNow && isWhole && loop.theme !== "pet" && <StitchedRing thread="linen" />}
        </div>
        <div className="stack">
          <div className="dashboard-title">
            <p className="serif">{loop.title}</p>
            {!isSent && <a href={titleAddress(loop.id)}>{loop.titleAction}</a>}
            {view.hasOtherLoops && <a href="/dashboard?choose=1">Switch Loop</a>}
            {!isSent && <a href={`/loop-settings/${loop.id}`}>Dates and emails</a>}
          </div>
          <h1 className="finished-title">
            {isWhole || isSent ? (
              <>
                Your year <em>is written.</em>
              </>
            ) : (
              <>
                Your year is written, <em>give or take.</em>
              </>
            )}
          </h1>
          <p className="lead">{isSent ? formatBook(view) : formatYear(view)}</p>
          <div className="row">
            {isSent ? (
              <>
                {view.firstWeek && (
                  <LinkButton variant="light" href={view.firstWeek}>
                    Read your year
                  </LinkButton>
                )}
                {!view.hasActive && !view.toBegin && <a href="/redeem">Get Started</a>}
              </>
            ) : (
              <LinkButton variant="light" href={`/proof/${loop.id}`}>
                See your book
              </LinkButton>
            )}
          </div>
          {!isSent && <LooseEnds view={view} />}
        </div>
      </div>
    </ClothBand>
  );
}

function formatYear({ loop, counted, half, empty }: FinishedYearProps["view"]): string {
  const { photos, words, lastStitch } = counted;
  if (loop.entriesCount === WEEKS) {
    const others = [...(photos > 0 ? [count(photos, "photo")] : []), ...(words === null ? [] : [count(words, "word")])];
    const last = others.pop();
    const all = [`${WEEKS_IN_WORDS} weeks`, ...others].join(", ");
    return `${capitalise(last ? `${all} and ${last}` : all)}. You sewed the last stitch on ${lastStitch}.`;
  }
  const open = half.length + empty.length;
  const finished = `${loop.entriesCount} ${loop.entriesCount === 1 ? "week is" : "weeks are"} finished.`;
  const other = open === 1 ? "the other one" : `the other ${formatCount(open)}`;
  return `${finished} Fill in ${other} whenever you’re ready, or leave ${open === 1 ? "it" : "them"} out. The cover shows the whole picture either way.`;
}

const count = (number: number, noun: string) => `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;

/** Says "delivered" only once the book has arrived. */
function formatBook({ loop, inBook }: FinishedYearProps["view"]): string {
  const weeks = inBook.weeks === 1 ? "week" : "weeks";
  const photos = inBook.photos > 0 ? ` and ${count(inBook.photos, "photo")}` : "";
  const bound = `Congratulations! ${capitalise(numberInWords(inBook.weeks))} ${weeks}${photos}, in one book.`;
  const where = {
    ACTIVE: "",
    COMPLETED: "It’s waiting for the printer.",
    PRINTING: "It’s being printed and bound now.",
    SHIPPED: "It’s on its way to you.",
    DELIVERED: loop.deliveredOn ? `Delivered on ${loop.deliveredOn}.` : "It’s been delivered.",
  }[loop.status];
  const around = loop.arrives && loop.status !== "DELIVERED" ? ` It should arrive ${loop.arrives}.` : "";
  return `${bound} ${where}${around}`;
}

/** The weeks that would not print, by what they lack, each with the way to it. */
function LooseEnds({ view: { half, held, empty, loop } }: FinishedYearProps) {
  const groups = [
    {
      id: "half",
      words: loop.printsDrafts ? "Unfinished, will print:" : "Unfinished, won’t print:",
      action: "Finish",
      weeks: half,
    },
    { id: "held", words: "On hold, won’t print:", action: "Change", weeks: held },
    { id: "empty", words: "Empty:", action: "Write", weeks: empty },
  ].filter(({ weeks }) => weeks.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="loose">
      {groups.map(({ id, words, action, weeks }) => {
        const named = weeks.length > MOST_NAMED ? weeks.slice(0, NAMED_OF_MORE) : weeks;
        const more = weeks.length - named.length;
        return [
          <p id={`loose-${id}`} key={id}>
            {words}
          </p>,
          <ul className="open-stitches" aria-labelledby={`loose-${id}`} key={`${id}-list`}>
            {named.map(({ week }) => (
              <li key={week}>
                <a href={`${weekAddress(loop.id, week)}#week`}>
                  {action} week {week}
                </a>
              </li>
            ))}
            {more > 0 && (
              <li>
                <a href="#weeks">and {formatCount(more)} more</a>
              </li>
            )}
          </ul>,
        ];
      })}
    </div>
  );
}

function PrintStatus({ view: { loop, progressSteps } }: FinishedYearProps) {
  const headings = {
    ACTIVE: "Not printed yet",
    COMPLETED: "Sent to print",
    PRINTING: "Being printed",
    SHIPPED: "On its way",
    DELIVERED: "Delivered",
  };
  return (
    <section className="container print-status" aria-labelledby="print-status">
      <div className="stack">
        <h2 id="print-status">{headings[loop.status]}</h2>
        {loop.status === "ACTIVE" ? (
          <p>
            {PRINTED_ON_REQUEST} Send it today and the book arrives {loop.arrives}.
          </p>
        ) : (
          <p>
            <a className="stand-alone-link" href={`/proof/${loop.id}`}>
              Where your book is
            </a>
          </p>
        )}
      </div>
      <ProgressSteps steps={progressSteps} />
      {loop.status !== "ACTIVE" && (
        <p>
          <LinkButton variant="line" size="small" href="/gift">
            Give somebody a loop
          </LinkButton>
        </p>
      )}
    </section>
  );
}
