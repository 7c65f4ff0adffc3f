import { TickIcon } from "./icons";
import { VisuallyHidden } from "./visually-hidden";

export interface Step {
  readonly label: string;
  /** Links back to a finished step. */
  readonly href?: string;
}

export interface StepperProps {
  readonly steps: readonly Step[];
  /** Counted from 1; the number of steps plus one when all are done. */
  readonly current: number;
  readonly label: string;
}

/** The progress of a journey. On a narrow screen: short stitches and "Step 4 of 5: Payment". */
export function Stepper({ steps, current, label }: StepperProps) {
  return (
    <div className="stepper">
      <p className="stepper-now" aria-hidden="true">
        {current > steps.length
          ? `All ${steps.length} steps done`
          : `Step ${current} of ${steps.length}: ${steps[current - 1]?.label}`}
      </p>
      <ol className="steps" aria-label={label}>
        {steps.map((step, index) => (
          <StepMark key={step.label} step={step} number={index + 1} current={current} />
        ))}
      </ol>
    </div>
  );
}

function StepMark({ step, number, current }: { step: Step; number: number; current: number }) {
  const done = number < current;
  return (
    <li
      className={done ? "step-done" : number === current ? "step-now" : "step-next"}
      aria-current={number === current ? "step" : undefined}
    >
      <span className="step-mark" aria-hidden="true">
        {done ? <TickIcon /> : number}
      </span>
      <span className="step-label">
        {done && <VisuallyHidden>Done: </VisuallyHidden>}
        {done && step.href ? <a href={step.href}>{step.label}</a> : step.label}
      </span>
    </li>
  );
}
