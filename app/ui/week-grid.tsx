import { classes } from "./classes";

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

export interface WeekGridProps {
  readonly quarters: readonly Quarter[];
  /** Level of the quarters' headings. */
  readonly level?: 2 | 3;
}

/** The year in four rows of thirteen. */
export function WeekGrid({ quarters, level = 3 }: WeekGridProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="year">
      {quarters.map((quarter) => (
        <section key={quarter.title} className="quarter">
          <Heading>
            {quarter.title}
            {quarter.dates && <span>{quarter.dates}</span>}
          </Heading>
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

const SPOKEN = {
  completed: "completed. View entry",
  missing: "missed. Add an entry",
  due: "due now",
  upcoming: "upcoming",
} as const;

/** Without a link the label has no invitation. */
const SPOKEN_PLAIN = { ...SPOKEN, completed: "completed", missing: "missed" } as const;

const PRINTED = { completed: null, missing: "Add", due: "Now", upcoming: null } as const;

function Week({ cell }: { readonly cell: WeekCell }) {
  const { week, state, href, thumbnail } = cell;
  const classNames = classes("week", `week-${state}`, state === "due" && "cloth", thumbnail && "week-photo");
  const inside = (
    <>
      {state === "completed" && thumbnail && <img src={thumbnail} alt="" loading="lazy" decoding="async" />}
      <b aria-hidden="true">{week}</b>
      {PRINTED[state] && href && <i aria-hidden="true">{PRINTED[state]}</i>}
    </>
  );
  const isOpen = href && state !== "upcoming";
  const said = `Week ${week}, ${(isOpen ? SPOKEN : SPOKEN_PLAIN)[state]}`;
  const current = state === "due" ? ("date" as const) : undefined;
  // As visually hidden text, because an aria-label of the link would have to repeat its visible text in order.
  const words = (
    <>
      <span className="visually-hidden">{said}</span>
      {inside}
    </>
  );
  return isOpen ? (
    <a className={classNames} href={href} aria-current={current}>
      {words}
    </a>
  ) : (
    <span className={classNames} aria-current={current}>
      {words}
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
