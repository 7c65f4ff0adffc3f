import type { JourneyType } from "~/domain/catalogue/catalogue";
import { Stepper } from "~/ui/stepper";

const STEPS = {
  purchase: ["Theme", "Loop", "Account", "Payment", "Delivery date"],
  gift: ["Theme", "Loop", "Account", "Payment", "Voucher"],
  redeem: ["Voucher", "Theme", "Loop", "Payment", "Delivery date"],
} as const satisfies Record<JourneyType, readonly string[]>;

interface JourneyStepperProps {
  readonly journey: JourneyType;
  readonly at: JourneyStep;
  readonly isGuest?: boolean;
}

export type JourneyStep = (typeof STEPS)[JourneyType][number];

/** A guest pays first and opens an account afterwards. */
const inOrderOfGuests = (steps: readonly JourneyStep[]): readonly JourneyStep[] =>
  steps
    .filter((step) => step !== "Account")
    .flatMap((step) => (step === "Payment" ? [step, "Account" as const] : [step]));

/** Progress along one of the three journeys. A step the journey does not have counts as its end. */
export function JourneyStepper({ journey, at, isGuest = false }: JourneyStepperProps) {
  const steps = isGuest ? inOrderOfGuests(STEPS[journey]) : STEPS[journey];
  return <Stepper steps={steps} current={steps.includes(at) ? steps.indexOf(at) + 1 : steps.length} />;
}
