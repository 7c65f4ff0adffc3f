import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { capitalise } from "~/domain/kernel/text/numbers";

const STEPS = [
  {
    picture: "/artwork/m-how1.svg",
    name: "Choose your loop",
    words: "Pick one of fifteen, from a wedding year to a puppy’s first. Start whenever you like.",
  },
  {
    picture: "/artwork/m-how2.svg",
    name: "Add one entry a week",
    words: "We email you a question each week. Five minutes is plenty, and you can always catch up.",
  },
  {
    picture: "/artwork/m-how3.svg",
    name: "Watch it grow",
    words: `Every entry adds a stitch. ${capitalise(WEEKS_IN_WORDS)} stitches close the loop and finish the picture.`,
  },
  {
    picture: "/artwork/m-how4.svg",
    name: "Open the parcel",
    words: "We print your book and deliver it. It’s yours to pass round, and pass down.",
  },
];

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
          Four small steps, <em>one long thread</em>
        </h2>
        <div className="threaded">
          <svg className="thread" viewBox="0 0 1240 220" preserveAspectRatio="none" aria-hidden="true">
            <path d={THREAD} vectorEffect="non-scaling-stroke" />
          </svg>
          <ol className="threaded-steps">
            {STEPS.map((step, index) => (
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
