import { useForm } from "@conform-to/react";
import { MAKING_WEEKS, WEEKS_IN_WORDS } from "~/domain/loops/calendar";
import { LONGEST_REFLECTION_WORDS } from "~/domain/loops/entry-limits";
import { CANCELLATION_DAYS } from "~/domain/orders/cancellation";
import { PHOTOS_A_WEEK } from "~/domain/photos/photo-rules";
import { capitalise, numberInWords } from "~/domain/text/numbers";
import { formatDay, formatMonth } from "~/domain/time/format-days";
import { VOUCHER_MONTHS } from "~/domain/vouchers/validity";
import { Banner } from "~/ui/banner";
import { Book3d } from "~/ui/book-3d";
import { LinkButton } from "~/ui/button";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { LockIcon } from "~/ui/icons";
import { BackLink } from "~/ui/text-link";
import { TickedList } from "~/ui/ticked-list";
import { Timeline } from "~/ui/timeline";
import type { FormAnswer } from "~/web/answers.server";
import { DiscountForm } from "./discount-form";
import { JOURNEY_NAMES } from "./journey-copy";
import { JourneyStepper } from "./journey-stepper";
import type { PaymentData } from "./payment-data.server";
import { PaymentOrder } from "./payment-order";

const INCLUDED = [
  [`${capitalise(WEEKS_IN_WORDS)} weeks`, "of questions written for this loop"],
  [`Up to ${numberInWords(PHOTOS_A_WEEK)} photos`, `and ${LONGEST_REFLECTION_WORDS} words in every entry`],
  ["One luxury hardback,", "titled by you"],
  [
    "UK delivery,",
    `about ${numberInWords(MAKING_WEEKS)} weeks after your last entry. We only deliver to UK addresses`,
  ],
  ["No subscription.", `You pay once, today, and can cancel within ${CANCELLATION_DAYS} days`],
] as const;

const INCLUDED_IN_GIFT = [
  ["A voucher", "to print, send on, or have sent by us on a day you choose"],
  [`${capitalise(WEEKS_IN_WORDS)} weeks`, "of questions for them, and room for their photos"],
  ["One luxury hardback", "of their year, titled by them"],
  ["UK delivery", "of the book. We only deliver to UK addresses"],
  [
    "No subscription.",
    `You pay once, today, and can cancel within ${CANCELLATION_DAYS} days while it is unused`,
  ],
] as const;

const loopSteps = (deliveryMonth: string) => [
  { title: "Today", text: "Pay, and choose the delivery date", done: true },
  { title: "This week", text: "Your first question", done: true },
  { title: "Every week", text: "One entry, about five minutes", done: true },
  { title: formatMonth(deliveryMonth), text: "Your book is delivered", done: true },
];

const GIFT_STEPS = [
  { title: "Today", text: "Pay, and the voucher is yours to give", done: true },
  { title: "On the day", text: "They type the code and choose their loop", done: true },
  { title: "Every week", text: "They write one entry, about five minutes", done: true },
  { title: "A year later", text: "Their book is delivered", done: true },
];

/** First page of paying: what is bought, its price, and a discount code. */
export function PaymentSummary({ view, answer }: { view: PaymentData; answer?: FormAnswer }) {
  const [form, fields] = useForm<{ code: string }>({ id: "discount", lastResult: answer?.reply });
  const { quote, loop, journeyType, gift } = view;
  return (
    <>
      <JourneyStepper journey={journeyType ?? "purchase"} at="Payment" isGuest={view.guest !== null} />
      <ErrorSummary problems={problemsOf(form)} />
      {view.wasCancelled && (
        <Banner tone="warn">
          <b>Payment cancelled.</b> No money has been taken. Your order is still here when you’re ready.
        </Banner>
      )}
      {quote.refused && <Banner tone="warn">{quote.refused}. The price is now without it.</Banner>}
      <div className="two-columns">
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
              items={(gift ? INCLUDED_IN_GIFT : INCLUDED).map(([what, more]) => (
                <span key={what}>
                  <b>{what}</b> {more}
                </span>
              ))}
            />
          </div>
          <section className="stack" aria-labelledby="next">
            <h2 className="as-h3" id="next">
              What happens next
            </h2>
            <Timeline items={gift ? GIFT_STEPS : loopSteps(view.deliveryMonth)} />
            {gift && (
              <p className="muted">
                The voucher is valid for {VOUCHER_MONTHS} months: until {formatDay(gift.validUntil)}, or a
                year from the day you have it sent.
              </p>
            )}
          </section>
        </div>
        <PaymentOrder view={view}>
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
