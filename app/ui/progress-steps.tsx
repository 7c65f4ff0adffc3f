import type { ReactNode } from "react";

export interface ProgressStep {
  /** "Printed and bound", or a day. */
  readonly title: string;
  readonly text: ReactNode;
  readonly state: "done" | "now" | "next";
}

/** Steps of which one is under way: filled knots behind it, open ones before it. */
export function ProgressSteps({ steps }: { readonly steps: readonly ProgressStep[] }) {
  return (
    <div className="timeline-box">
      <ol className="timeline road">
        {steps.map(({ title, text, state }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: steps never change places, and two may have the same day
            key={index}
            className={state === "done" ? "timeline-done" : `road-${state}`}
            aria-current={state === "now" ? "step" : undefined}
          >
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
