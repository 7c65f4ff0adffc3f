import { useForm } from "@conform-to/react";
import { Banner } from "~/ui/banner";
import { Book3d } from "~/ui/book-3d";
import { LinkButton } from "~/ui/button";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { formatMonth } from "~/ui/format";
import { LockIcon } from "~/ui/icons";
import { Stepper } from "~/ui/stepper";
import { BackLink } from "~/ui/text-link";
import { TickedList } from "~/ui/ticked-list";
import { Timeline } from "~/ui/timeline";
import { DiscountForm } from "./discount-form";
import { JOURNEY_NAMES, JOURNEY_STEPS } from "./journey-words";
import type { PaymentAnswer, PaymentFacts } from "./payment";
import { PaymentOrder } from "./payment-order";

/** First page of paying: what it is, what it costs, and a code if there is one. */
export function PaymentSummary({ facts, answer }: { facts: PaymentFacts; answer?: PaymentAnswer }) {
  const [form, fields] = useForm<{ code: string }>({ id: "discount", lastResult: answer?.reply });
  const { quote, loop, journeyType } = facts;
  return (
    <>
      <Stepper steps={JOURNEY_STEPS} current={4} />
      <ErrorSummary problems={problemsOf(form)} />
      {facts.wasCancelled && (
        <Banner tone="warn">
          <b>Payment cancelled.</b> No money has been taken. Your order is still here when you’re ready.
        </Banner>
      )}
      {quote.refused && <Banner tone="warn">{quote.refused}. The price is now without it.</Banner>}
      <div className="two-columns two-columns-first">
        <div className="stack stack-large">
          <div>
            <BackLink href="/loop-type">Change loop</BackLink>
            <h1>
              {JOURNEY_NAMES[journeyType ?? "purchase"].spoken}: <em>payment</em>
            </h1>
          </div>
          <div className="included">
            <Book3d
              theme={loop?.theme ?? "classic"}
              title={loop?.name ?? "Loop"}
              subtitle="a year in weeks"
            />
            <TickedList
              items={[
                <span key="weeks">
                  <b>Fifty-two weeks</b> of questions written for this loop
                </span>,
                <span key="entries">
                  <b>Up to three photos</b> and 500 words in every entry
                </span>,
                <span key="book">
                  <b>One luxury hardback</b>, titled by you
                </span>,
                <span key="delivery">
                  <b>UK delivery</b>, about two weeks after your last entry. We only deliver to UK addresses
                </span>,
                <span key="once">
                  <b>No subscription.</b> You pay once, today, and can cancel within 14 days
                </span>,
              ]}
            />
          </div>
          <section className="stack" aria-labelledby="next">
            <h2 className="as-h3" id="next">
              What happens next
            </h2>
            <Timeline
              items={[
                { title: "Today", text: "Pay, and choose the delivery date", done: true },
                { title: "This week", text: "Your first question", done: true },
                { title: "Every week", text: "One entry, about five minutes", done: true },
                { title: formatMonth(facts.deliveryMonth), text: "Your book is delivered", done: true },
              ]}
            />
          </section>
        </div>
        <PaymentOrder facts={facts}>
          <DiscountForm form={form} code={fields.code} discount={quote.discount} />
          <LinkButton href="/payment?step=delivery" wide>
            Continue to Payment
          </LinkButton>
          <p className="secure-note">
            <LockIcon /> You won’t be charged until the next page.
          </p>
        </PaymentOrder>
      </div>
    </>
  );
}
