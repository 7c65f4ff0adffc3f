import { formatStartBeforeDate } from "~/domain/diary/loops/starting";
import { MAKING_WEEKS, WEEKS, WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { Book3d } from "~/ui/book-3d";
import { LinkButton } from "~/ui/button";
import { Timeline } from "~/ui/timeline";
import type { CompleteData } from "./signup-data.server";

/** Last step: thanks, and on to the delivery date. */
export function SignupComplete({ view }: { readonly view: CompleteData }) {
  return (
    <div className="two-columns">
      <div className="stack stack-large">
        <h1>
          Welcome to Loop, <em>{view.firstName}</em>
        </h1>
        <p className="lead">Payment Successful! We’ve emailed your receipt. {formatStartBeforeDate(view.firstStart)}</p>
        <p className="row">
          <LinkButton href="/loop-end-date">Choose your delivery date</LinkButton>
        </p>
        <p className="figures muted">
          Order <b>{view.orderNumber}</b>, {formatPence(view.totalPence)}
        </p>
        <section className="stack" aria-labelledby="next">
          <h2 className="as-h3" id="next">
            What happens next
          </h2>
          <Timeline
            items={[
              {
                title: "Today",
                text: "Choose your delivery date",
                done: true,
              },
              {
                title: "Every week",
                text: `One question, a photo or ${numberInWords(PHOTOS_A_WEEK)}, about five minutes`,
              },
              { title: `After ${WEEKS} weeks`, text: "Look at the proof and send it to print" },
              {
                title: `${capitalise(numberInWords(MAKING_WEEKS))} weeks later`,
                text: "One luxury hardback, at your door",
              },
            ]}
          />
        </section>
      </div>
      <Book3d theme="classic" title="Your year" subtitle={`in ${WEEKS_IN_WORDS} weeks`} />
    </div>
  );
}
