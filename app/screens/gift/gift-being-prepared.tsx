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
            ? "Your payment is being confirmed. This page looks again every few seconds; nothing is charged twice."
            : `Your payment has not been confirmed yet. As soon as it is, ${isGuest ? "the voucher stands on this page, and under your gifts once you have an account" : "the voucher comes to you in an email, and stands under your gifts"}.`}
        </p>
        <p className="figures">
          Order <b>{number}</b>
        </p>
        <p className="row">
          <LinkButton href={`/gift-confirmation?order=${number}`}>Look again</LinkButton>
          <LinkButton href="/" variant="line">
            Return Home
          </LinkButton>
        </p>
      </div>
    </div>
  );
}
