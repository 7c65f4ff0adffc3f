import { formatBookDay } from "~/domain/diary/loops/book-days";
import type { AvailableCredit } from "~/domain/diary/loops/credits.server";
import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { capitalise } from "~/domain/kernel/text/numbers";
import { formatDay, formatDayAndMonth } from "~/domain/kernel/time/format-days";
import { LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { AnotherLoop } from "./another-loop";
import type { WaitingData } from "./loop-waiting-data.server";
import { StartToday } from "./start-today";
import { titleAddress, weekAddress } from "./week-address";

interface LoopWaitingProps {
  readonly view: WaitingData;
  /** Another paid loop, beside one that has its date. */
  readonly toBegin: AvailableCredit | null;
}

/** The dashboard of a loop whose year has not started: its picture, its first question, its year. */
export function LoopWaiting({ view, toBegin }: LoopWaitingProps) {
  const { theme, name, question, bookDay, dated, order } = view;
  return (
    <>
      <ClothBand theme={theme} className="dashboard-band waiting-band">
        <div className="dashboard-band-columns">
          <img
            className="dashboard-picture on-cloth"
            src={view.picture}
            alt="Your loop, still a dotted pattern to fill. The first stitch is sewn and the needle is threaded."
            width="720"
            height="784"
          />
          <div className="stack">
            <div className="dashboard-title">
              <p className="serif">{name}</p>
              {dated?.hasTitle && <a href={titleAddress(dated.loopId)}>Edit title</a>}
              {dated?.hasOtherLoops && <a href="/dashboard?choose=1">Switch Loop</a>}
            </div>
            {dated ? <DatedWords view={view} dated={dated} /> : <DatelessWords view={view} />}
          </div>
        </div>
      </ClothBand>
      <AnotherLoop toBegin={toBegin} />
      <section className="container first-week" aria-labelledby="first-question">
        <div className="first-sheet">
          <h2 id="first-question">Your first question</h2>
          <p className="first-question">{question}</p>
          <p className="muted">One photo and a few lines. A sentence will do.</p>
        </div>
        <div className="stack">
          <h2>How the year goes</h2>
          <ol className="numbered">
            <li>
              {dated ? (
                <>
                  <b>You’ve chosen the date.</b> {formatDay(dated.startDay)}, for a book on {formatDay(bookDay)}.
                </>
              ) : (
                <>
                  <b>You choose the date.</b> Start {view.firstStart ? `on ${formatDay(view.firstStart)}` : "today"} and
                  your book arrives {formatBookDay(bookDay)}.
                </>
              )}
            </li>
            <li>
              <b>We email you a question a week.</b> {capitalise(WEEKS_IN_WORDS)} of them. Answer on your phone or at
              the table.
            </li>
            <li>
              <b>Your picture grows.</b> Each week adds a stitch. If you miss a week, you can write it later.
            </li>
            <li>
              <b>You check it, we print it.</b> Then it’s at your door.
            </li>
          </ol>
          {order && (
            <p className="small muted">
              Order {order.number}, {formatDay(order.paidDay)}.{" "}
              <a href="/account-settings?tab=orders">See your order</a>
            </p>
          )}
        </div>
      </section>
    </>
  );
}

function DatelessWords({ view: { theme, place, isGift, says } }: { readonly view: WaitingData }) {
  return (
    <>
      <h1 className="waiting-title">
        Your loop <em>is waiting.</em>
      </h1>
      <p className="lead">
        {isGift ? "It’s a present and it’s ready." : "It’s paid for and ready."} {says}
      </p>
      <LinkButton variant={theme === "pet" ? "primary" : "light"} href={place}>
        Choose your delivery date
      </LinkButton>
    </>
  );
}

interface DatedWordsProps {
  readonly view: WaitingData;
  readonly dated: NonNullable<WaitingData["dated"]>;
}

function DatedWords({ view, dated }: DatedWordsProps) {
  const { loopId, startDay, weeksAhead, wish, says, hasTitle, isGuest } = dated;
  const next = hasTitle
    ? { href: `/loop-settings/${loopId}`, words: "Change the date" }
    : { href: titleAddress(loopId), words: "Give your year a title" };
  return (
    <>
      <h1 className="waiting-title">
        Your year starts <em>{formatDayAndMonth(startDay)}.</em>
      </h1>
      <p className="lead">
        That’s {formatWeeks(weeksAhead)}. {says} Your book arrives {formatBookDay(view.bookDay)}.
      </p>
      {!(hasTitle && isGuest) && (
        <LinkButton variant={view.theme === "pet" ? "primary" : "light"} href={next.href}>
          {next.words}
        </LinkButton>
      )}
      {wish && !isGuest && <StartToday loopId={loopId} wish={wish} />}
      {!wish && (
        <p className="small">
          <a href={`${weekAddress(loopId, 1)}#week`}>Write week 1 now</a>
        </p>
      )}
      {isGuest && <p className="small">To change the date, open your account with the link we’ve emailed you.</p>}
      {!hasTitle && !isGuest && (
        <p className="small">
          <a href={`/loop-settings/${loopId}`}>Change the date</a>
        </p>
      )}
    </>
  );
}

function formatWeeks(weeks: number): string {
  if (weeks === 0) return "in a few days";
  return weeks === 1 ? "in a week" : `in ${weeks} weeks`;
}
