import type { JourneyType } from "~/domain/catalogue/catalogue";
import { Stepper } from "~/ui/stepper";

const STEPS = {
  purchase: ["Theme", "Loop", "Payment", "Delivery date"],
  gift: ["Theme", "Loop", "Payment", "Voucher"],
  redeem: ["Voucher", "Theme", "Loop", "Delivery date"],
} as const satisfies Record<JourneyType, readonly string[]>;

export type JourneyStep = (typeof STEPS)[JourneyType][number];

interface JourneyStepperProps {
  readonly journey: JourneyType;
  readonly at: JourneyStep;
}

/** Progress along one of the three journeys. A step the journey does not have counts as its end. */
export function JourneyStepper({ journey, at }: JourneyStepperProps) {
  const steps: readonly JourneyStep[] = STEPS[journey];
  return <Stepper steps={steps} current={steps.includes(at) ? steps.indexOf(at) + 1 : steps.length} />;
}
