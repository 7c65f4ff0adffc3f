import { LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { BackLink } from "~/ui/text-link";
import { SignupAside, type StepProps } from "./signup-aside";
import type { ProvenData } from "./signup-data.server";

/** The first two steps for somebody signed in. */
export function SignupProven({ view, onSale }: StepProps<ProvenData>) {
  const { step, name, email } = view;
  return (
    <div className="with-aside signup-columns">
      <div className="form-column">
        <div>
          {step === "verify" && <BackLink href="/streamlined-signup?step=account">Back to account</BackLink>}
          <h1>{step === "verify" ? "Your email is confirmed" : "You have an account"}</h1>
        </div>
        <p className="lead">
          {step === "verify" ? "That’s done. You’re signed in." : "You’re signed in, so the book will be yours."}
        </p>
        <DescriptionList items={{ Name: name, "Email address": email }} />
        <p className="row">
          <LinkButton href={step === "verify" ? "/streamlined-signup" : "/streamlined-signup?step=verify"}>
            Continue
          </LinkButton>
        </p>
        <p className="muted">
          Not you? <a href="/logout">Sign out</a> and start again.
        </p>
      </div>
      <SignupAside onSale={onSale} />
    </div>
  );
}
