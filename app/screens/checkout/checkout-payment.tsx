import type { ElementData } from "~/domain/orders/element";
import { Banner } from "~/ui/banner";
import { CardPart, cardIdIn, PaymentNews, RehearsalBanner } from "~/ui/card-part";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { Stepper } from "~/ui/stepper";
import { BackLink, TextLink } from "~/ui/text-link";
import { SHOWN_FIELD } from "~/web/shown-choice";
import type { CheckoutData } from "./checkout-data.server";
import { CHECKOUT_STEPS } from "./checkout-steps";
import { CartLineSum, CheckoutSummary } from "./checkout-summary";

const FORM_ID = "pay";

/** Third step: a summary, and the payment. */
export function CheckoutPayment(props: {
  readonly view: CheckoutData;
  readonly element: ElementData;
  readonly copies: number;
  readonly problem?: string | null;
  readonly cardProblem?: string;
  readonly wasCancelled: boolean;
}) {
  const { view, element, copies, problem, cardProblem, wasCancelled } = props;
  const address = view.addresses.find(({ id }) => id === view.chosenId);
  return (
    <>
      <Stepper steps={CHECKOUT_STEPS} current={3} />
      <RehearsalBanner isRehearsal={element.isRehearsal} />
      <PaymentNews>
        {cardProblem && <ErrorSummary problems={[{ message: cardProblem, field: cardIdIn(FORM_ID) }]} />}
        {wasCancelled && (
          <Banner tone="warn">
            <b>Payment cancelled.</b> You haven’t paid yet. Your order is still here when you’re ready.
          </Banner>
        )}
        {problem && (
          <Banner tone="bad">
            <b>{problem}</b> No money has been taken.
          </Banner>
        )}
      </PaymentNews>
      <div className="two-columns two-columns-first">
        <div className="stack stack-large">
          <div>
            <BackLink href="/checkout?step=delivery">Back to delivery</BackLink>
            <h1>
              Check your order <em>and pay</em>
            </h1>
          </div>
          <ul className="cart-lines">
            {view.lines.map((line) => (
              <li key={line.itemId}>
                <div className="cart-line-words">
                  <h2 className="as-h3">
                    {line.quantity} × {line.title}
                  </h2>
                  <p>{line.binding}</p>
                  <p className="muted">{line.arrives}</p>
                </div>
                <CartLineSum line={line} />
              </li>
            ))}
          </ul>
          {address && (
            <div>
              <h2 className="as-h3">Delivering to</h2>
              <p>{address.words}</p>
              <TextLink href="/checkout?step=delivery">Choose another address</TextLink>
            </div>
          )}
          <PostForm className="stack">
            <input type="hidden" name={SHOWN_FIELD} value={view.shown} />
            <CardPart formId={FORM_ID} element={element} totalPence={view.totals.totalPence} />
          </PostForm>
        </div>
        <CheckoutSummary view={view} copies={copies}>
          <p className="secure-note">
            We make each copy just for you, so you can’t send it back unless something’s wrong with it.
          </p>
        </CheckoutSummary>
      </div>
    </>
  );
}
