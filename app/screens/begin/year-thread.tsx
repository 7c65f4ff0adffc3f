import { startDayFor, WEEKS } from "~/domain/diary/rules/calendar";
import { addMonths, daysBetween } from "~/domain/kernel/time/days";
import { formatMonth } from "~/domain/kernel/time/format-days";

const FROM = 8;
const TO = 378;
const TICK_MONTHS = 6;
const TICKS = 4;

/**
 * A year as a thread on one scale from today to the latest offer, so that a later book visibly moves to the right: dots
 * while there is nothing to write, a stitch a week, the book. It repeats what is written beside it.
 */
export function YearThread({ today, deliveryDay, latest }: { today: string; deliveryDay: string; latest: string }) {
  const days = Math.max(1, daysBetween(today, latest));
  const at = (day: string) => FROM + (Math.max(0, daysBetween(today, day)) / days) * (TO - FROM);
  const start = at(startDayFor(deliveryDay));
  const book = at(deliveryDay);
  const ticks = Array.from({ length: TICKS }, (_, index) => addMonths(today, index * TICK_MONTHS));
  return (
    <svg className="year-thread" viewBox="0 0 400 68" fill="none" aria-hidden="true">
      {ticks.map((day, index) => (
        <g key={day}>
          <path d={`M${at(day)} 44v6`} stroke="currentColor" strokeOpacity=".55" strokeWidth="1.5" />
          <text
            x={index === 0 ? 0 : index === TICKS - 1 ? 400 : at(day)}
            y="64"
            fill="currentColor"
            fontSize="16"
            textAnchor={index === 0 ? "start" : index === TICKS - 1 ? "end" : "middle"}
          >
            {shortMonth(day)}
          </text>
        </g>
      ))}
      {start > FROM + 6 && (
        <path
          d={`M${FROM + 2} 24H${start - 10}`}
          stroke="currentColor"
          strokeOpacity=".75"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray=".01 8"
        />
      )}
      <path
        className="year-thread-weeks"
        d={`M${start} 24H${book - 10}`}
        pathLength={WEEKS}
        strokeWidth="6"
        strokeDasharray=".66 .34"
      />
      <path
        d={`M${start - 5} 17l10 14M${start + 5} 17l-10 14`}
        stroke="#e8cd8a"
        strokeWidth="4.5"
        strokeLinecap="round"
      />
      <rect className="year-thread-book" x={book - 6} y="9" width="20" height="28" rx="2" />
      <path className="year-thread-spine" d={`M${book - 1} 9v28`} strokeWidth="1.6" />
    </svg>
  );
}

function shortMonth(day: string): string {
  const [month = "", year = ""] = formatMonth(day).split(" ");
  return `${month.slice(0, 3)} ${year}`;
}
