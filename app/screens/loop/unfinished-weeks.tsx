import { formatNumber } from "~/domain/text/numbers";
import type { UnfinishedWeek } from "./unfinished-data.server";

/** The notice about unfinished weeks, for every page that leads to print. */

interface UnfinishedProps {
  readonly weeks: readonly UnfinishedWeek[];
  readonly printsDrafts: boolean;
}

/** "2 weeks are written but not finished and won’t print: 29 and 33.", each number linked to its form. */
export function UnfinishedSentences({ weeks, printsDrafts }: UnfinishedProps) {
  const begun = weeks.filter(({ isChanged }) => !isChanged);
  const changed = weeks.filter(({ isChanged }) => isChanged);
  const isOne = begun.length === 1;
  return (
    <>
      {begun.length > 0 && (
        <>
          {isOne ? "1 week is" : `${begun.length} weeks are`} written but not finished and{" "}
          {printsDrafts ? `will print as ${isOne ? "it is" : "they are"}` : "won’t print"}:{" "}
          <WeekLinks weeks={begun} />.{" "}
        </>
      )}
      {changed.length > 0 && (
        <>
          {changed.length === 1 ? "1 week has" : `${changed.length} weeks have`} changes you haven’t saved,{" "}
          {printsDrafts ? "and the changes will print" : "and prints without them"}:{" "}
          <WeekLinks weeks={changed} />.
        </>
      )}
    </>
  );
}

export function WeekLinks({ weeks }: { readonly weeks: readonly { week: number; href: string }[] }) {
  return weeks.map(({ week, href }, place) => (
    <span key={week}>
      {place > 0 && (place === weeks.length - 1 ? " and " : ", ")}
      <a href={href} aria-label={`Week ${week}`}>
        {week}
      </a>
    </span>
  ));
}

/** Each week with what it lacks. */
export function UnfinishedList({ weeks }: Pick<UnfinishedProps, "weeks">) {
  return (
    <ul className="remarks">
      {weeks.map((week) => (
        <li key={week.week}>
          <b>
            <a href={week.href}>Week {week.week}</a>
          </b>{" "}
          {sayWhy(week)}
        </li>
      ))}
    </ul>
  );
}

function sayWhy({ isChanged, why, wordCount }: UnfinishedWeek): string {
  if (isChanged) return "has changes you haven’t saved.";
  switch (why) {
    case "no_photo":
      return "has words but no photo.";
    case "no_answer":
      return "has a photo but no answer.";
    case "neither":
      return "has no photo and no answer yet.";
    case "too_long":
      return wordCount > 500
        ? `has ${formatNumber(wordCount)} words in its answer. A finished week has up to 500.`
        : "has a line that’s longer than a finished week can have.";
    case "kept_as_draft":
      return "is kept as a draft.";
  }
}

/** "week 29", "weeks 29 and 33", "weeks 8, 19 and 27". */
export function sayWeeks(weeks: readonly { week: number }[]): string {
  const numbers = weeks.map(({ week }) => week);
  if (numbers.length < 2) return `week ${numbers.join("")}`;
  return `weeks ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/** "1–7, 9, 11–52". */
export function sayRanges(weeks: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const week of weeks) {
    const open = ranges.at(-1);
    if (open && open.last === week - 1) open.last = week;
    else ranges.push({ first: week, last: week });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}
