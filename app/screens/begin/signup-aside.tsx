import type { FormResult } from "~/web/responses.server";
import type { PackageData } from "./signup-data.server";

/** What a step's page is given. */
export interface StepProps<View> {
  readonly view: View;
  readonly onSale: PackageData;
  readonly actionData?: FormResult;
}

/** What is being bought, beside the steps before payment. */
export function SignupAside({ onSale }: { readonly onSale: PackageData }) {
  return (
    <aside className="sign-in-aside signup-aside cloth" data-theme={onSale.theme} aria-label="What you are buying">
      <img className="on-cloth" src="/artwork/ring-1-linen.svg" alt="" width="720" height="720" />
      <p className="signup-hero serif">
        {onSale.hero.line} <em>{onSale.hero.turn}</em>
      </p>
      <p>{onSale.hero.text}</p>
      <p className="signup-price">
        <b className="serif figures">{onSale.price.amount}</b> {onSale.price.postage}
      </p>
      <p>Paid once. No subscription. We only deliver to UK addresses.</p>
    </aside>
  );
}
