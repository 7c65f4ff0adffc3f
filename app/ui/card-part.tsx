import type { ElementData } from "~/domain/orders/element";
import { formatPence } from "../domain/money/pounds";
import { Banner } from "./banner";
import { Button } from "./button";
import type { ElementPayment } from "./element-payment";
import { LockIcon } from "./icons";
import { TextLink } from "./text-link";

/** Payment methods and the pay button, last in a form: the card element with scripts, the hosted page without. */
export function CardPart({ payment, totalPence }: { payment: ElementPayment; totalPence: number }) {
  const { state, message, place, tryAgain } = payment;
  const isHere = state === "ready" || state === "busy";
  const isBusy = state === "busy";
  return (
    <>
      <fieldset className="stack card-part" hidden={state === "off" || state === "broken"}>
        <legend className="as-h3 serif">How would you like to pay?</legend>
        {state === "loading" && <p className="muted">Loading the card form …</p>}
        <div ref={place} className="card-element" data-ready={isHere} />
      </fieldset>
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
            : "The next page is our payment provider’s. Your card details go straight to them; we never see or store them."}
        </p>
        {isHere && (
          <p>
            <button className="link-button" type="submit" name="intent" value="hosted">
              Pay on our provider’s own page instead
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
      <b>Test payments only.</b> No real card is charged, and nothing that is ordered here will be delivered.
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
