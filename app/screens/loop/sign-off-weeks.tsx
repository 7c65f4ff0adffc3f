import { Fragment, type ReactNode } from "react";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { capitalise, formatCount } from "~/domain/kernel/text/numbers";
import { TextLink } from "~/ui/text-link";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { WeekData } from "./sign-off-parts";
import type { UnfinishedWeek } from "./unfinished-data.server";
import { formatEmptyPages, formatUnfinished, formatWeeksOrRanges } from "./unfinished-weeks";
import { weekAddress } from "./week-address";

/** More empty weeks than this are named by their first five. */
const MOST_LINKED = 6;
const LINKED_OF_MORE = 5;

type CellState = "print" | "half" | "held" | "empty";

const KEY: readonly { state: CellState; words: string }[] = [
  { state: "print", words: "will print" },
  { state: "half", words: "unfinished" },
  { state: "held", words: "on hold" },
  { state: "empty", words: "empty" },
];

/** How many weeks print and how many do not, as text. */
export function formatPrinting({ printing }: Pick<WeekData, "printing">): ReactNode {
  const rest = WEEKS - printing.length;
  if (rest === 0) return <b>All {WEEKS} weeks will print.</b>;
  return (
    <>
      <b>
        {printing.length} {printing.length === 1 ? "week" : "weeks"} will print.
      </b>{" "}
      {rest <= 12 ? capitalise(formatCount(rest)) : rest} won’t.
    </>
  );
}

/** Every week as a small cell; the list below says the same to those who cannot see them. */
export function Tally({ view }: { readonly view: WeekData }) {
  const states = new Map<number, CellState>(view.printing.map((week) => [week, "print"]));
  for (const { week, isChanged } of view.unfinished) if (!isChanged) states.set(week, "half");
  for (const { week } of view.excluded) states.set(week, "held");
  const cells = Array.from({ length: WEEKS }, (_, index) => states.get(index + 1) ?? "empty");
  const counted = KEY.map((one) => ({ ...one, count: cells.filter((state) => state === one.state).length }));
  return (
    <div className="tally">
      <ul className="tally-key">
        {counted
          .filter(({ count }) => count > 0)
          .map(({ state, words, count }) => (
            <li key={state}>
              <span className={`cell cell-${state}`} aria-hidden="true" />
              <span>
                <b>{count}</b> {words}
              </span>
            </li>
          ))}
      </ul>
      <div className="cells" aria-hidden="true">
        {cells.map((state, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks never change places
          <span className={`cell cell-${state}`} key={index}>
            {index + 1}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Each week that does not print as it could, with the reason and the way to it. */
export function WontPrint({ view }: { readonly view: WeekData }) {
  const { unfinished, excluded, empty, printsDrafts } = view;
  if (unfinished.length + excluded.length + empty.length === 0) return null;
  const somePrint = unfinished.some(({ isChanged }) => isChanged || printsDrafts);
  return (
    <section className="stack" aria-labelledby="wont">
      <h2 id="wont" className="as-h3">
        {somePrint ? "Check these weeks" : "What won’t print"}
      </h2>
      <ul className="wont">
        {unfinished.map((one) => (
          <Row
            key={one.week}
            state={one.isChanged ? "print" : "half"}
            links={
              <TextLink href={one.href}>
                {one.isChanged ? "Open" : "Finish"} week {one.week}
              </TextLink>
            }
          >
            <b>Week {one.week}</b> {formatSituation(one, printsDrafts)}
          </Row>
        ))}
        {excluded.map(({ week, note, href }) => (
          <Row key={week} state="held" links={<TextLink href={href}>Change week {week}</TextLink>}>
            <b>Week {week}</b> is on hold.{note ? ` ${note}` : ""}
          </Row>
        ))}
        {empty.length > 0 && (
          <Row state="empty" links={<EmptyLinks view={view} />}>
            <b>{capitalise(formatWeeksOrRanges(empty))}</b> {empty.length === 1 ? "is" : "are"} empty.{" "}
            {formatEmptyPages(empty.length, view.ruledEmptyWeeks)}
          </Row>
        )}
      </ul>
    </section>
  );
}

function formatSituation(week: UnfinishedWeek, printsDrafts: boolean): string {
  if (week.isChanged) {
    return `has changes you haven’t saved. It prints ${printsDrafts ? "with" : "without"} them.`;
  }
  return `is unfinished. ${formatUnfinished(week)}${printsDrafts ? " It prints as it is." : ""}`;
}

interface RowProps {
  readonly state: CellState;
  readonly links: ReactNode;
  readonly children: ReactNode;
}

function Row({ state, links, children }: RowProps) {
  return (
    <li>
      <span className={`cell cell-${state}`} aria-hidden="true" />
      <p>{children}</p>
      <span className="wont-links">{links}</span>
    </li>
  );
}

function EmptyLinks({ view: { id, empty } }: { readonly view: WeekData }) {
  const linked = empty.length > MOST_LINKED ? empty.slice(0, LINKED_OF_MORE) : empty;
  return (
    <>
      {linked.map((week) => (
        <Fragment key={week}>
          <TextLink href={`${weekAddress(id, week)}#week`}>
            <VisuallyHidden>Write </VisuallyHidden>Week {week}
          </TextLink>{" "}
        </Fragment>
      ))}
      {linked.length < empty.length && (
        <TextLink href={`/dashboard?loop=${id}`}>and {formatCount(empty.length - linked.length)} more</TextLink>
      )}
    </>
  );
}
