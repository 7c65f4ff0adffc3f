import type { ReactNode } from "react";
import type { ElementData } from "~/domain/orders/element";
import { formatPence } from "../domain/money/pounds";
import { Banner } from "./banner";
import { Button } from "./button";
import type { ElementPayment } from "./element-payment";
import { LockIcon } from "./icons";
import { TextLink } from "./text-link";

interface CardPartProps {
  readonly payment: ElementPayment;
  readonly totalPence: number;
  /** What the buyer accepts, just above the button. */
  readonly accept?: ReactNode;
}

/** The card and the pay button, last in a form: the card element with scripts, the hosted page without. */
export function CardPart({ payment, totalPence, accept }: CardPartProps) {
  const { state, message, place, tryAgain } = payment;
  const isHere = state === "ready" || state === "busy";
  const isBusy = state === "busy";
  return (
    <>
      <fieldset className="stack card-part" hidden={state === "off" || state === "broken"}>
        <legend className="as-h3 serif">Pay</legend>
        {state === "loading" && <p className="muted">Loading the card form …</p>}
        <div ref={place} className="card-element" data-ready={isHere} />
      </fieldset>
      {accept}
      <div className="stack">
        <div aria-live="assertive">
          {message && (
            <Banner
              tone="bad"
              action={
                state === "broken" && (
                  <Button type="button" size="small" variant="line" onClick={tryAgain}>
                    Try Again
                  </Button>
                )
              }
            >
              <b>{message}</b> No money has been taken.
            </Banner>
          )}
        </div>
        <input type="hidden" name="shownPence" value={totalPence} />
        <Button wide name="intent" value="pay" aria-disabled={isBusy}>
          {isBusy ? (
            "Processing your payment …"
          ) : (
            <>
              <LockIcon /> Pay {formatPence(totalPence)}
            </>
          )}
        </Button>
        <p className="secure-note">
          {isHere
            ? "Your card details go straight to our payment provider. We never see or store them."
            : "You’ll enter your card on our payment provider’s page, then come straight back here."}
        </p>
        {isHere && (
          <p>
            <button className="link-button" type="submit" name="intent" value="hosted">
              Pay on our payment provider’s page instead
            </button>
          </p>
        )}
      </div>
    </>
  );
}

/** For every page that takes payment while the shop is in test mode. */
export function RehearsalBanner({ isRehearsal }: { readonly isRehearsal: boolean }) {
  if (!isRehearsal) return null;
  return (
    <Banner tone="warn">
      <b>Test payments only.</b> We won’t charge a real card, and we won’t deliver anything you order here.
    </Banner>
  );
}

/** Links for a payment that cannot begin: for the error summary of a page that takes payment. */
export function PaymentAlternatives({
  view,
  packagesHref,
  againHref,
}: {
  readonly view: ElementData;
  readonly packagesHref: string;
  readonly againHref: string;
}) {
  return (
    <p className="row">
      <TextLink href={againHref}>Try Again</TextLink>
      <TextLink href={packagesHref}>Back to Packages</TextLink>
      <TextLink href={`mailto:${view.supportEmail}`}>Contact Support</TextLink>
    </p>
  );
}
