import { capitalise } from "~/domain/kernel/text/numbers";
import { WEEKS } from "../rules/calendar";
import { type StitchedPart, stitchingOrder } from "./stitching-order";

/**
 * Describes a loop's picture in words, for people who cannot see it. Which weeks sew which part
 * is written down once a picture is drawn (`stitching-order.ts`).
 */
export type PictureTheme = keyof typeof stitchingOrder;

/** The text alternative of a picture with a stitch for each of the given weeks (1 to 52). */
export function describeStitching(theme: PictureTheme, stitchedWeeks: ReadonlySet<number>): string {
  const count = stitchedWeeks.size;
  const parts: readonly StitchedPart[] = stitchingOrder[theme];
  const named = (chosen: readonly StitchedPart[]) => chosen.map(({ part }) => part);
  if (count >= WEEKS) {
    return `Your picture is finished: all ${WEEKS} stitches are made. It shows ${listed(named(parts))}.`;
  }
  const made = count === 0 ? `none of ${WEEKS} stitches made yet` : `${count} of ${WEEKS} stitches made`;
  const opening = `Your picture so far: ${made}.`;
  const states = parts.map(({ firstWeek, lastWeek }) => {
    const weeks = weeksBetween(firstWeek, lastWeek);
    const stitches = weeks.filter((week) => stitchedWeeks.has(week)).length;
    if (stitches === 0) return "bare";
    return stitches === weeks.length ? "whole" : "begun";
  });
  const inState = (wanted: string) => parts.filter((_, place) => states[place] === wanted);
  const bare = inState("bare");
  const clauses = [
    clause(named(inState("whole")), "stitched"),
    clause(named(inState("begun")), "partly stitched"),
    bare.length === parts.length ? "all of it is still in outline" : clause(named(bare), "still in outline"),
  ].filter((words) => words !== undefined);
  return `${opening} ${capitalise(clauses.join("; "))}.`;
}

/**
 * What the stitch of a week (1 to 52) adds to the picture. Given the stitched weeks, it says "finishes" only when no
 * other stitch of a part is open.
 */
export function nextStitch(theme: PictureTheme, week: number, stitchedWeeks?: ReadonlySet<number>): string {
  const open = (others: readonly number[]) =>
    stitchedWeeks !== undefined && others.some((other) => other !== week && !stitchedWeeks.has(other));
  const order: readonly StitchedPart[] = stitchingOrder[theme];
  const parts = order.filter(({ firstWeek, lastWeek }) => firstWeek <= week && week <= lastWeek);
  const actions = parts.map((part) => action(part, week, open(weeksBetween(part.firstWeek, part.lastWeek))));
  if (stitchedWeeks !== undefined && !open(weeksBetween(1, WEEKS))) actions.push("closes the loop");
  return `This week ${listed(actions)}.`;
}

function action({ part, firstWeek, lastWeek }: StitchedPart, week: number, othersOpen: boolean): string {
  if (firstWeek === lastWeek) return `sews ${part}`;
  if (week === firstWeek) return `starts ${part}`;
  return week < lastWeek || othersOpen ? `adds to ${part}` : `finishes ${part}`;
}

function weeksBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function clause(parts: readonly string[], state: string): string | undefined {
  if (parts.length === 0) return undefined;
  const verb = parts.length > 1 || isPlural(parts[0] ?? "") ? "are" : "is";
  return `${listed(parts)} ${verb} ${state}`;
}

/**
 * "the leaves of the tree" and "the post and the line" are plural; "the grass" and "the rose in the middle" are not.
 */
function isPlural(part: string): boolean {
  const [head = part] = part.split(/ (?:of|on|in) /);
  return / and /.test(head) || /[^s]s$/.test(head);
}

function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}
