import type { ReactNode } from "react";
import { BOOK_FORMAT } from "~/domain/book-format/format";
import { WEEKS } from "~/domain/loops/calendar";
import type { bookAddressOf } from "~/domain/printing/book-destinations.server";
import { RadioCards } from "~/ui/choice";
import { TextLink } from "~/ui/text-link";
import type { ProofData } from "./proof-data.server";
import { sayRanges, sayWeeks, UnfinishedList, WeekLinks } from "./unfinished-weeks";

/** The reasons why a year cannot be sent to print. */
export const REFUSALS = {
  read_only: "This year has gone to print already.",
  too_early: `A year can go to print in week ${WEEKS}, or as soon as all ${WEEKS} weeks are written.`,
  nothing_written: "Nothing is written yet, so there is nothing to print.",
  changed_since: "Something has changed since the pages were set. Set them again and have another look.",
  too_long: `No more than ${BOOK_FORMAT.mostPages} pages can be bound. Choose the regular type, or shorten the weeks whose words run on.`,
  no_address: "We do not know yet where to send the book. Add your address, and then send it to print.",
  words_waiting:
    "Words you sent while you were signed out aren’t saved yet. Save them or let them go first, and then send the book to print.",
  unseen: "Set the pages and look through them first.",
} as const;

export const DECIDE_AGAIN =
  "Your unfinished weeks have changed since you opened this page. Check them and choose again";

export const sayUndecided = (weeks: readonly { week: number }[]) =>
  `Choose what should happen to ${sayWeeks(weeks)}`;

type WeekData = Pick<
  ProofData,
  "printing" | "unfinished" | "printsDrafts" | "keptOut" | "empty" | "ruledEmptyWeeks"
>;

/** How many weeks print, are unfinished, kept out or empty. */
export function weekData(view: WeekData): Readonly<Record<string, ReactNode>> {
  const { printing, unfinished, keptOut, empty } = view;
  const begun = unfinished.filter(({ isChanged }) => !isChanged);
  const changed = unfinished.filter(({ isChanged }) => isChanged);
  const rows = [
    { name: "In the book", weeks: printing.length, value: sayRanges(printing) },
    { name: "Not finished", weeks: begun.length, value: <WeekLinks weeks={begun} /> },
    { name: "Changed but not saved", weeks: changed.length, value: <WeekLinks weeks={changed} /> },
    { name: "Kept out by a moderator", weeks: keptOut.length, value: <WeekLinks weeks={keptOut} /> },
    {
      name: "Empty",
      weeks: empty.length,
      value: `${sayRanges(empty)}. ${view.ruledEmptyWeeks ? "Each gets ruled pages to fill in by hand." : "They leave no gap."}`,
    },
  ];
  const shown = rows.filter(({ weeks }) => weeks > 0);
  return Object.fromEntries(shown.map(({ name, weeks, value }) => [name, sayRow(weeks, value)]));
}

function sayRow(weeks: number, value: ReactNode) {
  return (
    <>
      {weeks} {weeks === 1 ? "week" : "weeks"}: {value}
    </>
  );
}

interface ChoiceProps {
  readonly view: WeekData;
  readonly answer?: { readonly message: string; readonly chosen: string };
}

/** The decision about unfinished weeks, without a default. */
export function UnfinishedChoice({ view, answer }: ChoiceProps) {
  const { unfinished, printsDrafts } = view;
  const [first] = unfinished;
  if (!first) return null;
  const isOne = unfinished.length === 1;
  const them = isOne ? "it" : "them";
  const begun = unfinished.filter(({ isChanged }) => !isChanged);
  const changed = unfinished.filter(({ isChanged }) => isChanged);
  const withChanges = sayOf(changed, "prints with your changes", "print with your changes");
  const withoutChanges = sayOf(changed, "prints as you last saved it", "print as you last saved them");
  return (
    <>
      <UnfinishedList weeks={unfinished} />
      <input type="hidden" name="unfinished" value={unfinished.map(({ week }) => week).join(",")} />
      <RadioCards
        legend={`What should happen to ${sayWeeks(unfinished)}?`}
        name="drafts"
        defaultValue={answer?.chosen}
        error={answer?.message}
        options={[
          {
            value: "finish",
            label: isOne ? "Finish it first" : "Finish them first",
            description: `We’ll take you to week ${first.week}. Nothing is sent to print.`,
          },
          {
            value: "print",
            label: isOne ? "Print it as it is" : "Print them as they are",
            description: [
              withChanges,
              printsDrafts
                ? "As in the proof."
                : `We’ll put ${them} in the proof first, so you can check ${them}.`,
            ].join(" "),
          },
          {
            value: "leave",
            label: isOne ? "Leave it out" : "Leave them out",
            description: [
              sayOf(begun, "won’t print", "won’t print"),
              withoutChanges,
              "We keep everything: you can download it with your data.",
              printsDrafts ? "We’ll change the proof first, so you can check it." : "",
            ].join(" "),
          },
        ]}
      />
    </>
  );
}

/** "Week 29 won’t print."; empty without such a week. */
function sayOf(weeks: readonly { week: number }[], one: string, many: string): string {
  if (weeks.length === 0) return "";
  const named = sayWeeks(weeks);
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} ${weeks.length === 1 ? one : many}.`;
}

/** An address that came with the order is corrected by us; a saved one by its owner. */
export function GoesTo({ address, isFromOrder }: NonNullable<ReturnType<typeof bookAddressOf>>) {
  const { name, lines, city, county, postcode } = address;
  return (
    <>
      {[name, ...lines, city, county, postcode].filter((part) => part !== "").join(", ")}
      <br />
      {isFromOrder ? (
        "As in your order. If you have moved, write to us before you send it to print."
      ) : (
        <TextLink href="/account-settings?tab=addresses">Choose another address</TextLink>
      )}
    </>
  );
}
