import { LinkButton } from "~/ui/button";

/** In place of the payment page, if nothing is chosen to pay for. */
export function JourneyIncomplete({ isTypeMissing }: { readonly isTypeMissing: boolean }) {
  return (
    <div className="stack">
      <h1>{isTypeMissing ? "Payment Error" : "Complete Your Journey"}</h1>
      <p className="lead">
        {isTypeMissing
          ? "We don’t know what you were about to buy. You haven’t been charged."
          : "Choose a theme and a loop first."}
      </p>
      <p className="row">
        {!isTypeMissing && <LinkButton href="/loop-theme">Begin your loop</LinkButton>}
        <LinkButton href="/" variant="line">
          Return Home
        </LinkButton>
      </p>
    </div>
  );
}
