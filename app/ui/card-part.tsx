import type { ReactNode } from "react";
import type { CardSettings, CardWords } from "~/browser/card-settings";
import type { ElementData } from "~/domain/shop/orders/element";
import { formatPence } from "../domain/kernel/money/pounds";
import { PAY_ON_PROVIDERS_PAGE } from "../domain/shop/orders/declines";
import { FAILED, NOT_READY, NOT_VALID, sentenceOf } from "../domain/shop/orders/payment-copy";
import { Banner } from "./banner";
import { Button } from "./button";
import { LockIcon } from "./icons";
import { PageScript } from "./page-script";
import { TextLink } from "./text-link";

const WORDS: CardWords = {
  busy: "Processing your payment …",
  notReady: NOT_READY,
  notValid: NOT_VALID,
  failed: FAILED,
  failure: sentenceOf({ reason: "unavailable" }),
  first: "Please do this first, then press again:",
  again: "Please press again.",
  delivery: "UK delivery, included",
};

/** The id that a form's summary links to for what is wrong with the card, as for a field called "card". */
export const cardIdIn = (formId: string) => `${formId}-card`;

interface CardPartProps {
  readonly formId: string;
  readonly element: ElementData;
  /** The sum shown on the page. */
  readonly totalPence: number;
  /** What the buyer accepts, just above the button. */
  readonly accept?: ReactNode;
}

/** The card and the pay button, last in a form: the card element with its script, the hosted page without. */
export function CardPart({ formId, element, totalPence, accept }: CardPartProps) {
  const { scriptUrl, publishableKey } = element;
  const settings: CardSettings = { scriptUrl, publishableKey, totalPence, words: WORDS };
  return (
    <>
      <div className="stack">
        <h2 className="as-h3">Pay</h2>
        <p className="muted" data-without-card>
          You’ll enter your card on our payment provider’s page, then come straight back here.
        </p>
        <fieldset className="stack card-part" id={cardIdIn(formId)} hidden data-card={JSON.stringify(settings)}>
          <legend className="visually-hidden">Your card</legend>
          <p className="muted" data-card-loading>
            Loading the card form …
          </p>
          <div className="card-element" data-ready={false} />
        </fieldset>
      </div>
      {accept}
      <div className="stack">
        <div aria-live="assertive">
          <div hidden data-card-failure>
            <Banner
              tone="bad"
              action={
                <Button type="button" size="small" variant="line">
                  Try Again
                </Button>
              }
            >
              <b /> No money has been taken.
            </Banner>
          </div>
        </div>
        <input type="hidden" name="shownPence" value={totalPence} />
        <Button wide name="intent" value="pay">
          <LockIcon /> Pay {formatPence(totalPence)}
        </Button>
        <p className="secure-note" hidden data-with-card>
          Your card details go straight to our payment provider. We never see or store them.
        </p>
        <p className="secure-note" data-without-card>
          Nothing is charged until you confirm on that page.
        </p>
        <p hidden data-with-card>
          <button className="link-button" type="submit" name="intent" value="hosted">
            {PAY_ON_PROVIDERS_PAGE}
          </button>
        </p>
      </div>
      <PageScript name="card" />
    </>
  );
}

/**
 * Where the wallets of this browser are offered, in the provider's own buttons: before the fields that a wallet can
 * give. It stays empty without the script of the card, and where there is no wallet.
 */
export function WalletPart() {
  return (
    <div className="stack" data-wallets hidden>
      <div className="wallet-element" />
      <div aria-live="assertive">
        <div hidden data-wallet-failure>
          <Banner tone="warn">
            <b />
            <ul />
          </Banner>
        </div>
      </div>
      <p className="muted" hidden data-with-wallet>
        Or pay by card below.
      </p>
      <hr hidden data-with-wallet />
    </div>
  );
}

/**
 * What a page that takes payment says above everything else: the form's problems and how a payment ended. The card's
 * script replaces it by that of the next response.
 */
export function PaymentNews({ children }: { readonly children: ReactNode }) {
  return (
    <div className="payment-news" tabIndex={-1} data-payment-news>
      {children}
    </div>
  );
}

/** For every page that takes payment while the shop is in test mode. */
export function TestModeBanner({ isTestMode }: { readonly isTestMode: boolean }) {
  if (!isTestMode) return null;
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
