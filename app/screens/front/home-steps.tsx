import { HOME } from "./home-copy";

/** Drawn in a box of 1240 by 220, as wide as the container; it passes behind the pictures and out at both sides. */
const THREAD =
  "M-240 160C-150 120 -60 96 40 112L196 116C232 120 270 118 276 92C280 68 250 66 250 90C250 118 292 126 330 118" +
  "L515 116C551 120 589 118 595 92C599 68 569 66 569 90C569 118 611 126 649 118" +
  "L834 116C870 120 908 118 914 92C918 68 888 66 888 90C888 118 930 126 968 118L1150 116C1230 120 1300 160 1500 110";

/** Four steps on one thread. */
export function HomeSteps() {
  return (
    <section className="section section-rag steps-section" id="how-it-works" aria-labelledby="how-heading">
      <div className="container">
        <h2 id="how-heading">
          {HOME.steps.line} <em>{HOME.steps.turn}</em>
        </h2>
        <div className="threaded">
          <svg className="thread" viewBox="0 0 1240 220" preserveAspectRatio="none" aria-hidden="true">
            <path d={THREAD} vectorEffect="non-scaling-stroke" />
          </svg>
          <ol className="threaded-steps">
            {HOME.steps.parts.map((step, index) => (
              <li key={step.name}>
                <img src={step.picture} alt="" width="240" height="240" loading="lazy" />
                <h3>
                  {index + 1}. {step.name}
                </h3>
                <p>{step.words}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
