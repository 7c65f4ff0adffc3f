export interface ThreadStep {
  readonly title: string;
  readonly text: string;
  /** A motif, 240 by 240. */
  readonly motif: string;
}

/** From beyond one edge to beyond the other, with a loop between each two of four steps. */
const THREAD =
  "M-240 160C-150 120 -60 96 40 112L196 116C232 120 270 118 276 92C280 68 250 66 250 90C250 118 292 126 330 118L515 116C551 120 589 118 595 92C599 68 569 66 569 90C569 118 611 126 649 118L834 116C870 120 908 118 914 92C918 68 888 66 888 90C888 118 930 126 968 118L1150 116C1230 120 1300 160 1500 110";

/** Four small steps that one thread runs through. */
export function ThreadSteps({ steps }: { readonly steps: readonly ThreadStep[] }) {
  return (
    <div className="thread-steps">
      <svg className="thread-line" viewBox="0 0 1240 220" preserveAspectRatio="none" aria-hidden="true">
        <path d={THREAD} vectorEffect="non-scaling-stroke" />
      </svg>
      <ol>
        {steps.map((step) => (
          <li key={step.title}>
            <img src={step.motif} alt="" width="240" height="240" loading="lazy" />
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
