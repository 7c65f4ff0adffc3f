import type { JourneyType } from "~/domain/catalogue/catalogue";
import { Stepper } from "~/ui/stepper";

const STEPS = {
  purchase: ["Theme", "Loop", "Payment", "Delivery date"],
  gift: ["Theme", "Loop", "Payment", "Voucher"],
  redeem: ["Voucher", "Theme", "Loop", "Delivery date"],
} as const satisfies Record<JourneyType, readonly string[]>;

/** A guest may open an account with a password after paying. */
const ACCOUNT = "Account";

export type JourneyStep = (typeof STEPS)[JourneyType][number] | typeof ACCOUNT;

interface JourneyStepperProps {
  readonly journey: JourneyType;
  readonly at: JourneyStep;
}

/** Progress along one of the three journeys. A step the journey does not have counts as its end. */
export function JourneyStepper({ journey, at }: JourneyStepperProps) {
  const usual: readonly JourneyStep[] = STEPS[journey];
  const steps =
    at === ACCOUNT ? usual.flatMap((step) => (step === "Payment" ? [step, ACCOUNT] : [step])) : usual;
  return <Stepper steps={steps} current={steps.includes(at) ? steps.indexOf(at) + 1 : steps.length} />;
}
