import { Stepper } from "~/ui/stepper";

export const SIGNUP_PATH = "/streamlined-signup";
export const COMPLETE_PATH = "/streamlined-signup?step=complete";

export const SIGNUP_STEPS = ["account", "verify", "address", "payment", "complete"] as const;

export type SignupStep = (typeof SIGNUP_STEPS)[number];

export const SIGNUP_LABELS: Record<SignupStep, string> = {
  account: "Account",
  verify: "Verify",
  address: "Address",
  payment: "Payment",
  complete: "Complete",
};

export function isSignupStep(word: string | null): word is SignupStep {
  return SIGNUP_STEPS.some((step) => step === word);
}

/** Finished steps are links until the order is paid. */
export function SignupStepper({ step }: { readonly step: SignupStep }) {
  const steps = SIGNUP_STEPS.map((one) => ({
    label: SIGNUP_LABELS[one],
    href: step === "complete" ? undefined : `${SIGNUP_PATH}?step=${one}`,
  }));
  return <Stepper steps={steps} current={SIGNUP_STEPS.indexOf(step) + 1} label="Signing up" />;
}
