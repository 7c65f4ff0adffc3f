import { getFormProps, useForm } from "@conform-to/react";
import type { GuestGiftPayment } from "~/domain/orders/forms";
import { AddressFields } from "~/ui/address-fields";
import { Banner } from "~/ui/banner";
import { CardPart, PaymentAlternatives } from "~/ui/card-part";
import { problemsOf } from "~/ui/conform-field";
import { useElementPayment } from "~/ui/element-payment";
import { ErrorSummary } from "~/ui/error-summary";
import { GiftFields } from "~/ui/gift-fields";
import { EmailField } from "~/ui/known-fields";
import { PostForm } from "~/ui/post-form";
import { BackLink, TextLink } from "~/ui/text-link";
import type { FormAnswer } from "~/web/answers.server";
import { JourneyStepper } from "./journey-stepper";
import type { PaymentData } from "./payment-data.server";
import { PaymentOrder } from "./payment-order";

/** Second page of paying: the delivery address and the payment. */
export function PaymentDelivery({ view, answer }: { view: PaymentData; answer?: FormAnswer }) {
  const { gift, guest } = view;
  const payment = useElementPayment(view.element, view.quote.totalPence);
  const [form, fields] = useForm<GuestGiftPayment>({
    id: "delivery",
    lastResult: payment.reply ?? answer?.reply,
    defaultValue: { ...gift?.details, ...view.address, ...view.guest },
  });
  return (
    <>
      <JourneyStepper journey={view.journeyType ?? "purchase"} at="Payment" isGuest={guest !== null} />
      <ErrorSummary problems={problemsOf(form)}>
        {form.errors && (
          <PaymentAlternatives
            view={view.element}
            packagesHref="/loop-type"
            againHref="/payment?step=delivery"
          />
        )}
      </ErrorSummary>
      {!answer && !payment.message && payment.state !== "busy" && view.lastError && (
        <Banner tone="bad">
          <b>{view.lastError}</b> No money has been taken.
        </Banner>
      )}
      <div className="two-columns two-columns-first">
        <PostForm {...getFormProps(form)} className="form-stack form-stack-wide" onSubmit={payment.onSubmit}>
          <div>
            <BackLink href="/payment">Back to summary</BackLink>
            <h1>
              {gift ? "Your gift" : "Delivery"} and <em>payment</em>
            </h1>
          </div>
          {guest && (
            <fieldset className="stack">
              <legend className="as-h3 serif">Where does your receipt go?</legend>
              <p className="muted">
                You can open your account when you have paid. Have one already? <a href="/auth">Sign in</a>
              </p>
              <EmailField of={fields.email} />
            </fieldset>
          )}
          {gift && (
            <fieldset className="stack">
              <legend className="as-h3 serif">Who is it for?</legend>
              <p className="muted">All of this can wait, and be changed until they begin.</p>
              <GiftFields fields={fields} firstDay={gift.firstDay} lastDay={gift.lastDay} />
            </fieldset>
          )}
          <fieldset className="stack">
            <legend className="as-h3 serif">{gift ? "Your address" : "Where should the book go?"}</legend>
            <p className="muted">
              {gift
                ? "A UK address for your order. Whoever writes the book says where it is delivered; we only deliver to UK addresses."
                : "We only deliver to UK addresses."}
            </p>
            <SavedAddresses view={view} />
            <div className="form-grid">
              <AddressFields fields={fields} />
            </div>
          </fieldset>
          <CardPart payment={payment} totalPence={view.quote.totalPence} />
        </PostForm>
        <PaymentOrder view={view} first />
      </div>
    </>
  );
}

/** Links that put one of the buyer's saved addresses into the fields. */
function SavedAddresses({ view: { saved, pickedId } }: { readonly view: PaymentData }) {
  if (saved.length === 0) return null;
  return (
    <nav className="saved-addresses" aria-label="Your saved addresses">
      <p className="muted">From your saved addresses:</p>
      <ul>
        {saved.map(({ id, label, words }) => (
          <li key={id}>
            <TextLink
              href={`/payment?step=delivery&address=${id}`}
              aria-current={id === pickedId ? "true" : undefined}
            >
              {label}
            </TextLink>
            <span className="muted">{words}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
