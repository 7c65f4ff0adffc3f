import { formatBookDay } from "~/domain/diary/loops/book-days";
import { formatStart } from "~/domain/diary/loops/starting";
import { startDayFor, WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { addDays } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import type { ThemeName } from "~/ui/theme";
import { type DateChoice, STARTS_BEFORE } from "./end-date-offers";
import { YearThread } from "./year-thread";

interface EndDateAsideProps {
  readonly loop: { name: string; image: string; theme: ThemeName; themeName: string } | undefined;
  readonly choices: readonly DateChoice[];
  /** The choice selected when the page loads; browsers without `:has()` keep showing it. */
  readonly chosen: string;
  /** The first day the year can start on; null for any. */
  readonly firstStart: string | null;
  readonly today: string;
  /** The latest day on offer, at the end of the thread's scale. */
  readonly latest: string;
}

/** The year of each choice on the cloth of the loop: the style sheet shows the selected one, on wide screens. */
export function EndDateAside({ loop, choices, chosen, firstStart, today, latest }: EndDateAsideProps) {
  return (
    <aside className="cloth date-panel in-sight" aria-label="Your year">
      {loop && (
        <div className="date-panel-head">
          <img src={loop.image} alt="" width="96" height="96" />
          <p>
            <span className="serif">{loop.name}</span>
            <br />
            {loop.themeName} loop, one luxury hardback
          </p>
        </div>
      )}
      {choices.map(({ value, day }) => (
        <div className="end-date-way" key={value} data-way={value} data-chosen={value === chosen}>
          <p className="date-panel-day">
            <span>Your book arrives</span>
            <b className="serif">{day === null ? "On your date" : formatDay(day)}</b>
          </p>
          {day === null ? (
            <p className="date-panel-note" data-own-start="">
              {STARTS_BEFORE}
            </p>
          ) : (
            <ChosenYear day={day} firstStart={firstStart} today={today} latest={latest} />
          )}
        </div>
      ))}
    </aside>
  );
}

function ChosenYear({
  day,
  firstStart,
  today,
  latest,
}: Omit<EndDateAsideProps, "loop" | "choices" | "chosen"> & { day: string }) {
  const start = startDayFor(day);
  const rows = [
    ["Year starts", start === today ? "Today" : formatDay(start)],
    ["Halfway", formatDay(weekDays(start, WEEKS / 2).to)],
    [`Week ${WEEKS} ends`, formatDay(addDays(start, WEEKS * 7))],
    ["Printed and delivered", formatBookDay(day)],
  ];
  return (
    <>
      <YearThread today={today} deliveryDay={day} latest={latest} />
      <dl className="date-panel-list">
        {rows.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="date-panel-note">{formatStart(start, firstStart, today)}</p>
    </>
  );
}

/** What the selected choice means, beside the button; on a phone it stays at the foot of the screen. */
export function ChosenDates({ choices, chosen, today }: Pick<EndDateAsideProps, "choices" | "chosen" | "today">) {
  return choices.map(({ value, day }) => (
    <p className="end-date-way date-said" key={value} data-way={value} data-chosen={value === chosen}>
      <b>{day === null ? "Pick a date above" : formatStartShort(startDayFor(day), today)}</b>
      <br />
      <span data-own-start={day === null ? "" : undefined}>
        {day === null ? STARTS_BEFORE : `Book ${formatBookDay(day)}`}
      </span>
    </p>
  ));
}

const formatStartShort = (start: string, today: string) => `Starts ${start === today ? "today" : formatDay(start)}`;
