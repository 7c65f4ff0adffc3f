import type { JourneyType } from "~/domain/catalogue/catalogue";
import { Stepper } from "~/ui/stepper";

const STEPS = {
  purchase: ["Theme", "Loop", "Account", "Payment", "Delivery date"],
  gift: ["Theme", "Loop", "Account", "Payment", "Voucher"],
  redeem: ["Voucher", "Theme", "Loop", "Payment", "Delivery date"],
} as const satisfies Record<JourneyType, readonly string[]>;

export type JourneyStep = (typeof STEPS)[JourneyType][number];

/** How far along one of the three journeys is. A step it does not have stands at the end. */
export function JourneyStepper({ journey, at }: { readonly journey: JourneyType; readonly at: JourneyStep }) {
  const steps: readonly JourneyStep[] = STEPS[journey];
  return <Stepper steps={steps} current={steps.includes(at) ? steps.indexOf(at) + 1 : steps.length} />;
}
