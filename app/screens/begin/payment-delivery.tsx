import { getFormProps, useForm } from "@conform-to/react";
import { ADDRESS_RULE } from "~/domain/shop/order-rules/order-address";
import type { GuestGiftPayment } from "~/domain/shop/orders/forms";
import { CHANGED_LATER, TOLD_WHEN_OPENED } from "~/domain/shop/vouchers/gift-words";
import { AddressFields } from "~/ui/address-fields";
import { Banner } from "~/ui/banner";
import { CardPart, PaymentAlternatives, PaymentNews, WalletPart } from "~/ui/card-part";
import { Checkbox } from "~/ui/checkbox";
import { checkboxOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { GiftCardPreview } from "~/ui/gift-card-preview";
import { GiftFields } from "~/ui/gift-fields";
import { EmailField } from "~/ui/known-fields";
import { PostForm } from "~/ui/post-form";
import { StartTick } from "~/ui/start-tick";
import { BackLink, TextLink } from "~/ui/text-link";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { REMARK_FIELD } from "./gift-payment";
import type { PaymentActionResult } from "./payment-actions.server";
import type { PaymentData } from "./payment-data.server";
import { PaymentOrder } from "./payment-order";

const FORM_ID = "delivery";

interface PaymentDeliveryProps {
  readonly view: PaymentData;
  readonly actionData?: PaymentActionResult;
}

/** The one page of paying: email, address, card, and the order beside them. A gift needs no address. */
export function PaymentDelivery({ view, actionData }: PaymentDeliveryProps) {
  const { gift, guest, loop } = view;
  // What was typed was too long to be carried over a redirect to the page with the new price.
  const quote = actionData?.quote ?? view.quote;
  const [form, fields] = useForm<GuestGiftPayment & { code: string }>({
    id: FORM_ID,
    lastResult: actionData?.reply,
    defaultValue: {
      ...gift?.details,
      ...view.address,
      ...view.guest,
      startsAtOnce: view.startsAtOnce,
      ...view.words,
      ...(view.pickedId === null ? {} : view.address),
    },
  });
  const card = gift && {
    recipient: textOf(fields.recipientName.value),
    message: textOf(fields.giftMessage.value),
    giver: textOf(fields.giverName.value),
    theme: loop?.theme,
    formId: FORM_ID,
  };
  return (
    <>
      <PaymentNews>
        <ErrorSummary problems={problemsOf(form)}>
          {form.errors && <PaymentAlternatives view={view.element} packagesHref="/loop-type" againHref="/payment" />}
        </ErrorSummary>
        {actionData?.unread && (
          <>
            <Banner tone="warn">
              <b>You haven’t paid yet.</b> {actionData.unread.remark} Change the words, or press Pay again to keep them.
            </Banner>
            {/* Apart from the message, which the card's script removes when Pay is pressed. */}
            <input type="hidden" form={FORM_ID} name={REMARK_FIELD} value={actionData.unread.key} />
          </>
        )}
        {!actionData && view.wasCancelled && (
          <Banner tone="warn">
            <b>Payment cancelled.</b> You haven’t paid yet. Your order is still here when you’re ready.
          </Banner>
        )}
        {view.quote.refused && <Banner tone="warn">{view.quote.refused}. The total is now the full price.</Banner>}
        {!actionData && view.lastError && (
          <Banner tone="bad">
            <b>{view.lastError}</b> No money has been taken.
          </Banner>
        )}
      </PaymentNews>
      <div className="two-columns checkout-columns">
        <div className="checkout-head">
          <BackLink href="/loop-type">Back to {loop?.name}</BackLink>
          {gift ? (
            <h1>
              Give somebody <em>their own year</em>
            </h1>
          ) : (
            <h1>
              Delivery <em>and payment</em>
            </h1>
          )}
        </div>
        <PostForm {...getFormProps(form)} className="form-stack form-stack-wide" data-validated="">
          {/* What the Enter key presses, before the buttons that leave the page. */}
          <button type="submit" name="intent" value="pay" className="visually-hidden" tabIndex={-1} aria-hidden="true">
            Pay
          </button>
          <input type="hidden" name={SHOWN_FIELD} value={view.shown} />
          {!gift && <WalletPart />}
          {gift && (
            <>
              <p className="muted">{CHANGED_LATER[guest ? "guest" : "account"]}</p>
              <GiftFields
                fields={fields}
                firstDay={gift.firstDay}
                lastDay={gift.lastDay}
                card={card && <GiftCardPreview {...card} />}
              />
            </>
          )}
          {gift && guest && <hr />}
          {gift && <WalletPart />}
          {guest && (
            <fieldset className="stack">
              <legend className="as-h3 serif">Your email</legend>
              <EmailField
                of={fields.email}
                label={gift ? "Your email address" : undefined}
                hint={
                  gift
                    ? TOLD_WHEN_OPENED
                    : "We’ll send your receipt and your questions here. You can choose a password later."
                }
              />
              <p className="small">
                Already have an account?{" "}
                <button className="link-button" type="submit" name="intent" value="sign-in">
                  Sign in
                </button>
                . Want one first?{" "}
                <button className="link-button" type="submit" name="intent" value="register">
                  Create your account
                </button>
                . We’ll keep what you’ve typed.
              </p>
            </fieldset>
          )}
          {guest && <hr />}
          {!gift && (
            <fieldset className="stack">
              <legend className="as-h3 serif">Where should the book go?</legend>
              <p className="muted">{ADDRESS_RULE}</p>
              <SavedAddresses view={view} />
              <div className="form-grid">
                <AddressFields fields={fields} />
              </div>
            </fieldset>
          )}
          {!gift && <hr />}
          <CardPart
            formId={FORM_ID}
            element={view.element}
            totalPence={quote.totalPence}
            accept={
              <>
                {!gift && <StartTick {...checkboxOf(fields.startsAtOnce)} laterStart={view.laterStart} />}
                {guest && (
                  <Checkbox
                    {...checkboxOf(fields.acceptedTerms)}
                    label={
                      <>
                        I accept the <a href="/terms">Terms &amp; Conditions</a> and I’ve read the{" "}
                        <a href="/privacy">Privacy Policy</a>
                      </>
                    }
                  />
                )}
              </>
            }
          />
        </PostForm>
        <PaymentOrder
          view={view}
          quote={quote}
          formId={FORM_ID}
          code={fields.code}
          card={card && <GiftCardPreview {...card} beside />}
          isOpen={actionData?.intent === "apply" || Boolean(fields.code.errors)}
        />
      </div>
    </>
  );
}

/** A forged form can have an object in place of a text. */
const textOf = (typed: unknown) => (typeof typed === "string" ? typed : "");

/** Links that put an address that the buyer has saved or typed before into the fields. */
function SavedAddresses({ view: { saved, pickedId } }: { readonly view: PaymentData }) {
  if (saved.length === 0) return null;
  return (
    <nav className="saved-addresses" aria-label="Your saved addresses">
      <p className="muted">Your saved addresses:</p>
      <ul>
        {saved.map(({ id, label, words }) => (
          <li key={id}>
            <TextLink href={`/payment?address=${id}`} aria-current={id === pickedId ? "true" : undefined}>
              {label}
            </TextLink>
            <span className="muted">{words}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
