import type { ReactNode } from "react";
import { CANCELLATION_DAYS } from "~/domain/orders/cancellation";
import type { LoopQuote } from "~/domain/orders/orders.server";
import { formatDay, formatMonth } from "~/domain/time/format-days";
import type { ConformField } from "~/ui/conform-field";
import { PriceSummary } from "~/ui/price-summary";
import { Timeline } from "~/ui/timeline";
import { DiscountPart } from "./discount-form";
import type { PaymentData } from "./payment-data.server";

type Quote = Omit<LoopQuote, "refused">;

/** The rows of what a loop comes to. */
export function priceRows(quote: Quote) {
  return [
    { label: "Loop and hardback book", amount: quote.subtotalPence },
    ...(quote.discountPence > 0
      ? [{ label: "Discount", amount: -quote.discountPence, chip: quote.discount?.code }]
      : []),
    { label: "UK delivery", amount: quote.deliveryPence === 0 ? "Free" : quote.deliveryPence },
  ];
}

interface PaymentOrderProps {
  readonly view: PaymentData;
  readonly quote: Quote;
  /** The form of the page, which the discount's buttons send too, so that nothing typed is lost. */
  readonly formId: string;
  readonly code: ConformField;
  readonly isOpen: boolean;
}

/** The order beside the page of paying, with the discount code and what happens next. */
export function PaymentOrder({ view, quote, formId, code, isOpen }: PaymentOrderProps) {
  const { loop, gift } = view;
  return (
    <div className="checkout-aside">
      <PriceSummary
        title={gift ? "Your gift" : "Your order"}
        sticky={false}
        item={
          loop
            ? {
                name: loop.name,
                detail: `${loop.themeName} loop, ${gift ? "as a gift" : "for yourself"}`,
                motif: loop.image,
                theme: loop.theme,
              }
            : undefined
        }
        rows={priceRows(quote)}
        totalPence={quote.totalPence}
      >
        <DiscountPart formId={formId} code={code} discount={quote.discount} isOpen={isOpen} />
        {gift && (
          <p className="small muted">
            They have until {formatDay(gift.validUntil)} to start, or a year from the day you have it sent.
            Full refund within {CANCELLATION_DAYS} days if they haven’t.
          </p>
        )}
      </PriceSummary>
      <Next>
        <Timeline items={gift ? GIFT_STEPS : loopSteps(view.deliveryMonth)} />
      </Next>
    </div>
  );
}

function Next({ children }: { readonly children: ReactNode }) {
  return (
    <section className="stack" aria-labelledby="next">
      <h2 className="as-h3" id="next">
        What happens next
      </h2>
      {children}
    </section>
  );
}

const loopSteps = (deliveryMonth: string) => [
  { title: "Today", text: "Your receipt, and your first question", done: true },
  { title: "Every week", text: "A new question. About five minutes" },
  { title: "At the end", text: "You check the proof and send it to print" },
  { title: formatMonth(deliveryMonth), text: "Your book’s delivered" },
];

const GIFT_STEPS = [
  { title: "Today", text: "You get the voucher, to print or send", done: true },
  { title: "On the day", text: "They type the code and choose their dates" },
  { title: "Every week", text: "They answer a question. About five minutes" },
  { title: "A year later", text: "Their book’s delivered" },
];
