import type { UnfinishedWeek } from "./unfinished-data.server";

/** The notice about unfinished weeks, for every page that leads to print. */

interface UnfinishedProps {
  readonly weeks: readonly UnfinishedWeek[];
  readonly printsDrafts: boolean;
}

/** "Weeks 29 and 33 aren’t finished, so they won’t print.", each number linked to its form. */
export function UnfinishedSentences({ weeks, printsDrafts }: UnfinishedProps) {
  const begun = weeks.filter(({ isChanged }) => !isChanged);
  const changed = weeks.filter(({ isChanged }) => isChanged);
  return (
    <>
      {begun.length > 0 && (
        <>
          {begun.length === 1 ? "Week" : "Weeks"} <WeekLinks weeks={begun} /> {formatBegun(begun, printsDrafts)}{" "}
        </>
      )}
      {changed.length > 0 && (
        <>
          {changed.length === 1 ? "Week" : "Weeks"} <WeekLinks weeks={changed} /> {formatChanged(changed, printsDrafts)}
        </>
      )}
    </>
  );
}

function formatBegun([first, ...others]: readonly UnfinishedWeek[], printsDrafts: boolean): string {
  if (others.length > 0)
    return `aren’t finished, ${printsDrafts ? "and will print as they are" : "so they won’t print"}.`;
  return `${first ? LACKS[first.why] : ""}, ${printsDrafts ? "and will print as it is" : "so it won’t print"}.`;
}

const LACKS: Readonly<Record<UnfinishedWeek["why"], string>> = {
  no_photo: "still needs a photo",
  no_answer: "still needs your answer",
  neither: "still needs a photo and your answer",
  too_long: "has a line that’s too long",
  kept_as_draft: "is still a draft",
};

export function formatChanged({ length }: readonly unknown[], printsDrafts: boolean): string {
  const have = `${length === 1 ? "has" : "have"} changes you haven’t saved, and`;
  return printsDrafts ? `${have} they’ll print.` : `${have} ${length === 1 ? "prints" : "print"} without them.`;
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

/** What an unfinished week lacks, as text. */
export function formatUnfinished({ why, tooLong }: Pick<UnfinishedWeek, "why" | "tooLong">): string {
  switch (why) {
    case "no_photo":
      return `The words are there; the photo isn’t.${tooLong ? ` ${formatTooLong(tooLong)}` : ""}`;
    case "no_answer":
      return "The photo is there; the words aren’t.";
    case "neither":
      return "It has no photo and no answer yet.";
    case "too_long":
      return tooLong ? formatTooLong(tooLong) : "One of its lines is too long.";
    case "kept_as_draft":
      return "It’s saved as a draft.";
  }
}

function formatTooLong({ has, most }: NonNullable<UnfinishedWeek["tooLong"]>): string {
  return `Its answer has ${has}, and up to ${most} fit.`;
}

/** "week 29", "weeks 29 and 33", "weeks 8, 19 and 27". */
export function formatWeeks(weeks: readonly { week: number }[]): string {
  const numbers = weeks.map(({ week }) => week);
  if (numbers.length < 2) return `week ${numbers.join("")}`;
  return `weeks ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/** "week 8", "weeks 8, 19 and 27"; where many follow one another, "weeks 3–52". */
export function formatWeeksOrRanges(weeks: readonly number[]): string {
  if (weeks.length <= 6) return formatWeeks(weeks.map((week) => ({ week })));
  return `weeks ${formatRanges(weeks)}`;
}

/** "1–7, 9 and 11–52". */
export function formatRanges(weeks: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const week of weeks) {
    const open = ranges.at(-1);
    if (open && open.last === week - 1) open.last = week;
    else ranges.push({ first: week, last: week });
  }
  const said = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
  return [said.slice(0, -1).join(", "), ...said.slice(-1)].filter(Boolean).join(" and ");
}

/** What the book has in place of empty weeks. */
export function formatEmptyPages(count: number, isRuled: boolean): string {
  if (isRuled) return `${count === 1 ? "It" : "Each"} gets two ruled pages.`;
  return `${count === 1 ? "It leaves" : "They leave"} no gap in the book.`;
}
