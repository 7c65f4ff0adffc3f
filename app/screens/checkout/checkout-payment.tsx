import type { ElementData } from "~/domain/shop/orders/element";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { CardPart, cardIdIn, PaymentNews, TestModeBanner, WalletPart } from "~/ui/card-part";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { BackLink, TextLink } from "~/ui/text-link";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { CartLine } from "./cart-line";
import type { CheckoutData } from "./checkout-data.server";
import { NoAddress } from "./checkout-delivery";
import { CheckoutSummary } from "./checkout-summary";

const FORM_ID = "pay";

/** The one page of ordering copies: which and how many, where they go, and the payment. */
export function CheckoutPayment(props: {
  readonly view: CheckoutData;
  readonly element: ElementData;
  readonly copies: number;
  readonly problem?: string | null;
  readonly cardProblem?: string;
  readonly wasCancelled: boolean;
}) {
  const { view, element, copies, problem, cardProblem, wasCancelled } = props;
  return (
    <>
      <TestModeBanner isTestMode={element.isTestMode} />
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
      <div className="two-columns checkout-columns">
        <div className="checkout-head">
          <BackLink href="/account-settings?tab=books">Back to your books</BackLink>
          <h1>
            Order your <em>copies</em>
          </h1>
        </div>
        <div className="stack stack-large">
          <ul className="cart-lines">
            {view.lines.map((line) => (
              <CartLine key={line.itemId} line={line} />
            ))}
          </ul>
          <section className="stack" aria-labelledby="where">
            <h2 className="as-h3" id="where">
              Delivering to
            </h2>
            {view.chosenWords && (
              <p>
                {view.chosenWords} <TextLink href="/checkout?step=delivery">Choose another address</TextLink>
              </p>
            )}
            {view.addresses.length === 0 && <NoAddress />}
            {view.addresses.length > 0 && !view.chosenWords && (
              <LinkButton href="/checkout?step=delivery">Choose an address</LinkButton>
            )}
          </section>
          {view.chosenWords && (
            <PostForm className="stack">
              <input type="hidden" name={SHOWN_FIELD} value={view.shown} />
              <WalletPart />
              <CardPart
                formId={FORM_ID}
                element={element}
                totalPence={view.totals.totalPence}
                accept={
                  <p className="small">
                    We make each copy just for you, so you can’t send it back unless something’s wrong with it.
                  </p>
                }
              />
            </PostForm>
          )}
        </div>
        <div className="checkout-aside in-sight">
          <CheckoutSummary view={view} copies={copies} />
        </div>
      </div>
    </>
  );
}
