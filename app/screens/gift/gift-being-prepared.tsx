import { LinkButton } from "~/ui/button";

interface GiftBeingPreparedProps {
  readonly number: string;
  readonly isRefreshing: boolean;
  /** A guest gets no email with the code, because their address is unverified. */
  readonly isGuest: boolean;
}

/** Shown until the provider confirms the payment and the voucher exists. */
export function GiftBeingPrepared({ number, isRefreshing, isGuest }: GiftBeingPreparedProps) {
  return (
    <div className="container page-body">
      <div className="stack stack-large prose">
        <h1>{isRefreshing ? "Your voucher is being prepared" : "Unable to load voucher details"}</h1>
        <p className="lead">
          {isRefreshing
            ? "We’re confirming your payment. This page checks every few seconds, and you won’t be charged twice."
            : `We’re still confirming your payment. As soon as it’s through, ${isGuest ? "you’ll find the voucher on this page, and under My Gifts once you have an account" : "we’ll email you the voucher, and you’ll find it under My Gifts"}.`}
        </p>
        <p className="figures">
          Order <b>{number}</b>
        </p>
        <p className="row">
          <LinkButton href={`/gift-confirmation?order=${number}`}>Check now</LinkButton>
          <LinkButton href="/" variant="line">
            Return Home
          </LinkButton>
        </p>
      </div>
    </div>
  );
}
