import { MAKING_WEEKS, startDayFor, WEEKS, WEEKS_IN_WORDS, weekDays } from "~/domain/loops/calendar";
import { addDays } from "~/domain/time/days";
import { formatDay } from "~/domain/time/format-days";
import { Swatch } from "~/ui/swatch";
import type { ThemeName } from "~/ui/theme";
import { Timeline } from "~/ui/timeline";

interface EndDateAsideProps {
  readonly loop: { name: string; image: string; theme: ThemeName; themeName: string } | undefined;
  /** Each choice with its day, "YYYY-MM-DD"; null for a day that is not typed yet. */
  readonly choices: readonly { readonly choice: string; readonly day: string | null }[];
  /** The choice selected when the page loads; browsers without `:has()` keep showing it. */
  readonly chosen: string;
}

/** The loop that begins, and the timeline of each choice: the style sheet shows the selected one. */
export function EndDateAside({ loop, choices, chosen }: EndDateAsideProps) {
  return (
    <aside className="stack" aria-label="Your loop">
      {loop && <Swatch src={loop.image} theme={loop.theme} />}
      <p>
        <b>{loop?.name}</b>
        <br />
        <span className="muted">{loop?.themeName} loop with one luxury hardback, UK delivery included</span>
      </p>
      {choices.map(({ choice, day }) => (
        <div className="end-date-way" key={choice} data-way={choice} data-chosen={choice === chosen}>
          {day === null ? (
            <p className="muted">Week one begins {WEEKS + MAKING_WEEKS} weeks before the day you choose.</p>
          ) : (
            <Timeline items={yearUntil(day)} />
          )}
        </div>
      ))}
    </aside>
  );
}

function yearUntil(deliveryDay: string) {
  const start = startDayFor(deliveryDay);
  return [
    { title: formatDay(start), text: "Week one", done: true },
    { title: formatDay(weekDays(start, WEEKS / 2).to), text: "Halfway" },
    { title: formatDay(addDays(start, WEEKS * 7)), text: `Week ${WEEKS_IN_WORDS}` },
    { title: formatDay(deliveryDay), text: "Book delivered" },
  ];
}
