import type { ReactNode } from "react";
import { formatDay, formatMonth } from "~/domain/kernel/time/format-days";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { IN_SHORT } from "~/domain/shop/order-rules/cancellation";
import type { ConformField } from "~/ui/conform-field";
import { PriceSummary } from "~/ui/price-summary";
import { Timeline } from "~/ui/timeline";
import { DiscountPart } from "./discount-form";
import type { PaymentData } from "./payment-data.server";
import { priceRows, type Quote } from "./price-rows";

interface PaymentOrderProps {
  readonly view: PaymentData;
  readonly quote: Quote;
  /** The form of the page, which the discount's buttons send too, so that nothing typed is lost. */
  readonly formId: string;
  readonly code: ConformField;
  readonly isOpen: boolean;
  /** The text on a gift's card, as typed so far. */
  readonly card: ReactNode;
}

/** The order beside the payment page, with the discount code and what happens next. */
export function PaymentOrder({ view, quote, formId, code, isOpen, card }: PaymentOrderProps) {
  const { loop, gift } = view;
  return (
    <div className="checkout-aside in-sight">
      {card}
      <PriceSummary
        title={gift ? "Your gift" : "Your order"}
        sticky={false}
        fold={isOpen ? "open" : "closed"}
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
        <DiscountPart
          formId={formId}
          code={code}
          discount={quote.discount}
          isGuest={view.guest !== null}
          isOpen={isOpen}
        />
        {gift && (
          <p className="small muted">
            They have until {formatDay(gift.validUntil)} to start, or {VOUCHER_MONTHS} months from the day we email the
            voucher if that’s later. {IN_SHORT.gift}
          </p>
        )}
      </PriceSummary>
      {!gift && (
        <section className="stack" aria-labelledby="next">
          <h2 className="as-h3" id="next">
            What happens next
          </h2>
          <Timeline items={loopSteps(view.deliveryMonth)} />
        </section>
      )}
    </div>
  );
}

const loopSteps = (deliveryMonth: string) => [
  { title: "Today", text: "Your receipt, and your first question", done: true },
  { title: "Every week", text: "A new question. About five minutes" },
  { title: "At the end", text: "You check the proof and send it to print" },
  { title: formatMonth(deliveryMonth), text: "Your book’s delivered" },
];
