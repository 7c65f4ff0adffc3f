import { WEEKS_IN_WORDS } from "~/domain/loops/calendar";
import { capitalise } from "~/domain/text/numbers";
import { formatDay } from "~/domain/time/format-days";
import { LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import type { WaitingData } from "./loop-waiting-data.server";

/** The dashboard of a loop that is paid for and has no date yet: its picture, its first question, its year. */
export function LoopWaiting({ view }: { readonly view: WaitingData }) {
  const { theme, name, question, bookDay, isGift, order } = view;
  return (
    <>
      <ClothBand theme={theme} className="dashboard-band">
        <div className="dashboard-band-columns">
          <img
            className="dashboard-picture"
            src={view.picture}
            alt="Your loop, still a dotted pattern to fill. The first stitch is sewn and the needle is threaded."
            width="720"
            height="784"
          />
          <div className="stack">
            <div className="dashboard-title">
              <p className="serif">{name}</p>
            </div>
            <h1 className="waiting-title">
              Your loop <em>is waiting.</em>
            </h1>
            <p className="lead">
              {isGift ? "It’s a present and it’s ready." : "It’s paid for and ready."} Choose when your book
              should arrive, and we’ll open week one.
            </p>
            <LinkButton variant={theme === "pet" ? "primary" : "light"} href="/loop-end-date">
              Choose your delivery date
            </LinkButton>
            <p className="small">Choose the recommended date and you can start writing today.</p>
          </div>
        </div>
      </ClothBand>
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
              <b>You choose the date.</b> Start today and your book arrives on {formatDay(bookDay)}.
            </li>
            <li>
              <b>We email you a question a week.</b> {capitalise(WEEKS_IN_WORDS)} of them. Answer on your
              phone or at the table.
            </li>
            <li>
              <b>The picture fills.</b> Each week sews one stitch. Missed weeks stay open for you.
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
