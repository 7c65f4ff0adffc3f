export type WeekState = "completed" | "missing" | "due" | "upcoming";

export interface WeekCell {
  readonly week: number;
  readonly state: WeekState;
  /** To the entry when completed, to its form when missing or due; without one the cell is no link. */
  readonly href?: string;
  /** A small square of the entry's first photo. */
  readonly thumbnail?: string | null;
}

export interface Quarter {
  /** "Summer". */
  readonly title: string;
  /** "18 June to 16 September". */
  readonly dates?: string;
  /** Always thirteen. */
  readonly weeks: readonly WeekCell[];
}

/** The year in four rows of thirteen. */
export function WeekGrid({ quarters }: { readonly quarters: readonly Quarter[] }) {
  return (
    <div className="year">
      {quarters.map((quarter) => (
        <section key={quarter.title} className="quarter">
          <h3>
            {quarter.title}
            {quarter.dates && <span>{quarter.dates}</span>}
          </h3>
          <ol className="weeks">
            {quarter.weeks.map((cell) => (
              <li key={cell.week}>
                <Week cell={cell} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** What each cell is, after its number; a link also says what it does. */
const SPOKEN = {
  completed: "completed. View entry",
  missing: "missed. Write it",
  due: "due now",
  upcoming: "upcoming",
} as const;

/** Without a link the label has no invitation. */
const SPOKEN_PLAIN = { ...SPOKEN, completed: "completed", missing: "missed" } as const;

/**
 * One element and its number: a year has 52 of them, and every element costs. What a missing or due week asks for is
 * drawn by the style sheet.
 */
function Week({ cell: { week, state, href, thumbnail } }: { readonly cell: WeekCell }) {
  const photo = state === "completed" ? thumbnail : null;
  const look = `week week-${state}${photo ? " week-photo" : ""}${state === "due" ? " cloth" : ""}`;
  const inside = photo ? (
    <>
      <img src={photo} alt="" loading="lazy" decoding="async" />
      <b>{week}</b>
    </>
  ) : (
    week
  );
  const current = state === "due" ? "date" : undefined;
  return href && state !== "upcoming" ? (
    <a className={look} href={href} aria-label={`Week ${week}, ${SPOKEN[state]}`} aria-current={current}>
      {inside}
    </a>
  ) : (
    <span className={look} role="img" aria-label={`Week ${week}, ${SPOKEN_PLAIN[state]}`}>
      {inside}
    </span>
  );
}

/** The meaning of the four cell states, and the number of each. `due` is left out when the year is over. */
export function WeekLegend(props: { completed: number; missing: number; due: boolean; upcoming: number }) {
  return (
    <ul className="week-legend">
      <li>
        <span className="week week-completed" aria-hidden="true" />
        Completed ({props.completed})
      </li>
      <li>
        <span className="week week-missing" aria-hidden="true" />
        Missed ({props.missing})
      </li>
      {props.due && (
        <li>
          <span className="week week-due cloth" aria-hidden="true" />
          Due now
        </li>
      )}
      <li>
        <span className="week week-upcoming" aria-hidden="true" />
        Upcoming ({props.upcoming})
      </li>
    </ul>
  );
}
