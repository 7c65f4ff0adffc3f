import { sameWords } from "~/domain/diary/loops/entry-text";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { needsDecision } from "~/domain/diary/loops/printed-weeks";
import { type BookWeek, bookWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { weekAddress } from "./week-address";

/** Long enough to recognise a week by. */
const LONGEST_WORDS = 110;

export type ListedState = "print" | "half" | "held" | "empty";

export interface ListedWeek {
  /** Empty weeks that follow each other are one line, from this week on. */
  week: number;
  lastWeek: number;
  state: ListedState;
  /** What becomes of it, in a word or two. */
  becomes: string;
  /** Its title, its highlight or the beginning of its answer; empty without text. */
  words: string;
  photos: { id: string; caption: string }[];
  href: string;
}

/** All 52 weeks of a loop, each with what becomes of it in the book, its text and its photos. */
export function listWeeks(loop: Pick<Loop, "id" | "printsDrafts">): ListedWeek[] {
  const weeks = new Map(bookWeeksOf(loop).map((one) => [one.week, one]));
  const list: ListedWeek[] = [];
  for (let week = 1; week <= WEEKS; week += 1) {
    const found = weeks.get(week);
    const before = list.at(-1);
    if (!found && before?.state === "empty") {
      before.lastWeek = week;
      continue;
    }
    list.push({
      week,
      lastWeek: week,
      ...whatBecomes(found),
      words: found ? firstWords(found) : "",
      photos: found?.photos.map(({ id, caption }) => ({ id, caption })) ?? [],
      href: `${weekAddress(loop.id, week)}#week`,
    });
  }
  return list;
}

function whatBecomes(week: BookWeek | undefined): Pick<ListedWeek, "state" | "becomes"> {
  if (!week) return { state: "empty", becomes: "Empty" };
  const { state, printed } = week;
  if (state === "kept_out") return { state: "held", becomes: "On hold, won’t print" };
  if (!needsDecision(state)) return { state: "print", becomes: "Prints" };
  // What `printed` has depends on the owner's choice: the saved text or the newer one.
  if (state === "changed")
    return {
      state: "print",
      becomes: `Prints ${isNewest(week) ? "with" : "without"} changes you haven’t saved`,
    };
  return { state: "half", becomes: printed ? "Unfinished, prints as it is" : "Unfinished, won’t print" };
}

function isNewest({ printed, words }: BookWeek): boolean {
  return printed !== null && sameWords(printed, words);
}

/** Of what prints, where something does. */
function firstWords({ printed, words }: BookWeek): string {
  const { title, highlight, content } = printed ?? words;
  const [first = ""] = [title, highlight, content]
    .map((one) => one.replace(/\s+/gu, " ").trim())
    .filter((one) => one !== "");
  return first.length <= LONGEST_WORDS ? first : `${first.slice(0, LONGEST_WORDS).replace(/\s+\S*$/u, "")}…`;
}
