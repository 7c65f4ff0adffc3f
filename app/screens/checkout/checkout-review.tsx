import { formatPence } from "~/domain/money/pounds";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Stepper } from "~/ui/stepper";
import { Swatch } from "~/ui/swatch";
import { BackLink } from "~/ui/text-link";
import type { CheckoutData } from "./checkout-data.server";
import { CHECKOUT_STEPS } from "./checkout-steps";
import { CartLineSum, CheckoutSummary } from "./checkout-summary";

type Line = CheckoutData["lines"][number];

/** First step: what is in the cart, how many of each, and what it comes to. */
export function CheckoutReview({ view, copies }: { readonly view: CheckoutData; readonly copies: number }) {
  return (
    <>
      <Stepper steps={CHECKOUT_STEPS} current={1} />
      <div className="two-columns">
        <div className="stack stack-large">
          <div>
            <BackLink href="/account-settings?tab=books">Back to your books</BackLink>
            <h1>
              Review your <em>copies</em>
            </h1>
          </div>
          <ul className="cart-lines">
            {view.lines.map((line) => (
              <CartLine key={line.itemId} line={line} />
            ))}
          </ul>
        </div>
        <CheckoutSummary view={view} copies={copies}>
          <LinkButton wide href="/checkout?step=delivery">
            Continue to delivery
          </LinkButton>
        </CheckoutSummary>
      </div>
    </>
  );
}

function CartLine({ line }: { readonly line: Line }) {
  const name = `${line.title}, ${line.binding.toLowerCase()}`;
  return (
    <li>
      {line.image && <Swatch src={line.image} theme={line.cloth} size="small" />}
      <div className="cart-line-words">
        <h2 className="as-h3">{line.title}</h2>
        <p>
          {line.binding},{" "}
          {line.eachWithTax ? `${line.eachWithTax} each with tax` : `${formatPence(line.unitPence)} each`}
        </p>
        <p className="muted">{line.arrives}</p>
        <PostForm className="row cart-line-acts">
          <input type="hidden" name="item" value={line.itemId} />
          <span className="quantity">
            <Button variant="line" size="small" name="intent" value="fewer" aria-label={`One fewer: ${name}`}>
              −
            </Button>
            <output aria-label={`How many: ${name}`}>{line.quantity}</output>
            <Button variant="line" size="small" name="intent" value="more" aria-label={`One more: ${name}`}>
              +
            </Button>
          </span>
          <button
            type="submit"
            className="text-link"
            name="intent"
            value="remove"
            aria-label={`Remove: ${name}`}
          >
            <span className="text-link-words">Remove</span>
          </button>
        </PostForm>
      </div>
      <CartLineSum line={line} />
    </li>
  );
}
