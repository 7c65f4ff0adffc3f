import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { formatPence } from "~/ui/format";
import { LockIcon } from "~/ui/icons";
import { PostForm } from "~/ui/post-form";
import { Stepper } from "~/ui/stepper";
import { BackLink, TextLink } from "~/ui/text-link";
import type { CheckoutFacts } from "./checkout-facts.server";
import { CHECKOUT_STEPS } from "./checkout-steps";
import { CheckoutSummary } from "./checkout-summary";

/** Third step: everything once more, and on to the provider's page. */
export function CheckoutPayment(props: {
  readonly facts: CheckoutFacts;
  readonly copies: number;
  readonly problem?: string | null;
  readonly wasCancelled: boolean;
}) {
  const { facts, copies, problem, wasCancelled } = props;
  const address = facts.addresses.find(({ id }) => id === facts.chosenId);
  return (
    <>
      <Stepper steps={CHECKOUT_STEPS} current={3} />
      {wasCancelled && (
        <Banner tone="warn">
          <b>Payment cancelled.</b> No money has been taken. Your order is still here when you’re ready.
        </Banner>
      )}
      {problem && (
        <Banner tone="bad">
          <b>{problem}</b> No money has been taken.
        </Banner>
      )}
      <div className="two-columns two-columns-first">
        <div className="stack stack-large">
          <div>
            <BackLink href="/checkout?step=delivery">Back to delivery</BackLink>
            <h1>
              Last look, then <em>pay</em>
            </h1>
          </div>
          <ul className="cart-lines">
            {facts.lines.map((line) => (
              <li key={line.itemId}>
                <div className="cart-line-words">
                  <h2 className="as-h3">
                    {line.quantity} × {line.title}
                  </h2>
                  <p>{line.binding}</p>
                  <p className="muted">{line.arrives}</p>
                </div>
                <p className="cart-line-sum figures">{formatPence(line.unitPence * line.quantity)}</p>
              </li>
            ))}
          </ul>
          {address && (
            <div>
              <h2 className="as-h3">Delivered to</h2>
              <p>{address.words}</p>
              <TextLink href="/checkout?step=delivery">Choose another address</TextLink>
            </div>
          )}
        </div>
        <CheckoutSummary facts={facts} copies={copies}>
          <PostForm className="stack">
            <Button wide name="intent" value="pay">
              <LockIcon /> Pay {formatPence(facts.totals.totalPence)}
            </Button>
          </PostForm>
          <p className="secure-note">
            By card or PayPal, on our payment provider’s page. Your details go straight to them; we never see
            or store them. A copy is made for you alone, so it can’t be sent back unless something is wrong
            with it.
          </p>
        </CheckoutSummary>
      </div>
    </>
  );
}
